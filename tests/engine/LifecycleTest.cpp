#include "Lifecycle.h"
#include "Outcome.h"

#include <QSet>
#include <QTest>

using namespace greenroom;

using enum Lifecycle;
using Step = LifecycleStep;
Q_DECLARE_METATYPE(Lifecycle)
Q_DECLARE_METATYPE(LifecycleStep)

class LifecycleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStepLeadsWhereItShouldOrNowhere_data();
    void everyStepLeadsWhereItShouldOrNowhere();
    void everyStateHasItsName();
};

namespace {

constexpr Lifecycle States[] = {Nonexistent, Dormant,       Starting,        Awake,
                                Crashed,     StartingSleep, StartingDestroy, Destroyed};
constexpr Step Steps[] = {Step::Create,         Step::Load,         Step::Start,
                          Step::StartSucceeded, Step::StartFailed,  Step::Abandon,
                          Step::Sleep,          Step::SleepEnded,   Step::Destroy,
                          Step::DestroyEnded,   Step::DestroyFailed};

} // namespace

void LifecycleTest::everyStepLeadsWhereItShouldOrNowhere_data()
{
    QTest::addColumn<Lifecycle>("from");
    QTest::addColumn<LifecycleStep>("step");
    QTest::addColumn<QString>("to");

    // Where each step leads from each state, in the order of both; "." is nowhere.
    const char *table[] = {
        // Create Load Start StartSucceeded StartFailed Abandon Sleep SleepEnded Destroy
        // DestroyEnded DestroyFailed
        "DORMANT DORMANT . . . . . . STARTING_DESTROY . .",        // Nonexistent
        ". . STARTING . . . . . STARTING_DESTROY . .",             // Dormant
        ". . . AWAKE CRASHED CRASHED . . . . .",                   // Starting
        ". . . . . CRASHED STARTING_SLEEP . STARTING_DESTROY . .", // Awake
        ". . STARTING . . . . . STARTING_DESTROY . .",             // Crashed
        ". . . . . . . DORMANT . . .",                             // StartingSleep
        ". . . . . . . . . DESTROYED CRASHED",                     // StartingDestroy
        "DORMANT . . . . . . . . . .",                             // Destroyed
    };
    for (size_t i = 0; i < std::size(States); ++i) {
        const QStringList row = QString::fromLatin1(table[i]).split(u' ');
        QCOMPARE(row.size(), qsizetype(std::size(Steps)));
        for (size_t j = 0; j < std::size(Steps); ++j) {
            QTest::addRow("%s, step %d", qPrintable(rawName(States[i])), int(j))
                << States[i] << Steps[j] << row[qsizetype(j)];
        }
    }
}

void LifecycleTest::everyStepLeadsWhereItShouldOrNowhere()
{
    QFETCH(Lifecycle, from);
    QFETCH(LifecycleStep, step);
    QFETCH(QString, to);
    const Result<Lifecycle> led = next(from, step);
    if (to == QLatin1String(".")) {
        QCOMPARE(outcomeOf(led), QStringLiteral("illegal-transition"));
        QVERIFY(messageOf(led).contains(rawName(from)));
    } else {
        QCOMPARE(outcomeOf(led), QStringLiteral("ok"));
        QCOMPARE(rawName(*led), to);
    }
}

void LifecycleTest::everyStateHasItsName()
{
    QSet<QString> names;
    for (const Lifecycle state : States)
        names << rawName(state);
    QCOMPARE(names.size(), qsizetype(std::size(States)));
}

QTEST_GUILESS_MAIN(LifecycleTest)
#include "LifecycleTest.moc"
