#include "ActorPresentation.h"

#include "ActorFilter.h"
#include "ActorTableModel.h"
#include "Actors.h"
#include "Colors.h"
#include "FakeClock.h"
#include "ModelText.h"

#include <QAbstractItemModelTester>
#include <QGuiApplication>
#include <QIcon>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>

using namespace greenroom;

class ActorPresentationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void init();
    void cleanup();

    void theTableReadsAsPeopleDo();
    void statusIsAWordAndAnIcon_data();
    void statusIsAWordAndAnIcon();
    void aNameThatLooksLikeMarkUpIsShownAsItIs();
    void alarmsCountDown_data();
    void alarmsCountDown();
    void theCountdownMovesWithTheClock();
    void aTickPaintsOnlyTimes();
    void aTickOfAnEmptyTableIsSilent();
    void theToolTipOfATimeIsExact();
    void randomListingsPassTheModelTester();

private:
    void list(const ActorBatch &actors);
    [[nodiscard]] QModelIndex cell(int row, int column) const
    {
        return m_shown->index(row, column);
    }

    std::shared_ptr<FakeClock> m_clock;
    std::unique_ptr<ActorTableModel> m_model;
    std::unique_ptr<ActorPresentation> m_shown;
};

void ActorPresentationTest::init()
{
    m_clock = std::make_shared<FakeClock>(TestNow);
    m_model = std::make_unique<ActorTableModel>();
    m_shown = std::make_unique<ActorPresentation>(m_clock);
    m_shown->setSourceModel(m_model.get());
}

void ActorPresentationTest::cleanup()
{
    m_shown.reset();
    m_model.reset();
}

void ActorPresentationTest::list(const ActorBatch &actors)
{
    m_model->beginListing();
    m_model->addBatch(actors);
    m_model->endListing();
}

void ActorPresentationTest::theTableReadsAsPeopleDo()
{
    ActorEntry sleeping = actorOf(QStringLiteral("aa11"), QStringLiteral("counter"),
                                  {QStringLiteral("room"), QStringLiteral("a/b")});
    sleeping.record->createdAt = {TestNow - 3 * 86'400'000ull};
    sleeping.record->startTs = Timestamp{TestNow - 2 * 3'600'000};
    sleeping.record->sleepTs = Timestamp{TestNow - 5 * 60'000};
    sleeping.alarmAt = Timestamp{TestNow + 185'000};
    ActorEntry created = actorOf(QStringLiteral("bb22"), QStringLiteral("a\nb\u202ec"));
    created.record->createdAt = {TestNow};
    list({sleeping, created, damagedActor(QStringLiteral("cc33"))});
    m_model->setTotals(QStringLiteral("aa11"), KvTotals{12, 1536});

    QCOMPARE(titlesOf(*m_shown),
             QStringList({QStringLiteral("Status"), QStringLiteral("Name"), QStringLiteral("Key"),
                          QStringLiteral("Next alarm"), QStringLiteral("Entries"),
                          QStringLiteral("KV size"), QStringLiteral("Created"),
                          QStringLiteral("Started"), QStringLiteral("Slept"), QStringLiteral("Id"),
                          QStringLiteral("Writes/s")}));
    const QStringList text = textOf(*m_shown);
    QCOMPARE(text.size(), 3);
    QCOMPARE(text[0], QStringLiteral("Sleeping | counter | room/a\\/b | in 3 min 05 s | 12 | "
                                     "1.5 KiB | 3 d ago | 2 h ago | 5 min ago | aa11 | "));
    QCOMPARE(text[1], QStringLiteral("Not started | a\\nb\\u{202e}c |  |  |  |  | just now |  |  | "
                                     "bb22 | "));
    QCOMPARE(text[2], QStringLiteral("Damaged | truncated |  |  |  |  |  |  |  | cc33 | "));
    QCOMPARE(textOf(*m_shown, Qt::AccessibleTextRole), text);
}

void ActorPresentationTest::statusIsAWordAndAnIcon_data()
{
    QTest::addColumn<bool>("started");
    QTest::addColumn<bool>("connectable");
    QTest::addColumn<int>("presence");
    QTest::addColumn<QString>("word");
    const int unknown = int(Presence::Unknown);
    QTest::newRow("created") << false << false << unknown << QStringLiteral("Not started");
    QTest::newRow("sleeping") << true << false << unknown << QStringLiteral("Sleeping");
    QTest::newRow("running") << true << true << unknown << QStringLiteral("Running");
    QTest::newRow("held") << true << true << int(Presence::Held) << QStringLiteral("Running");
    QTest::newRow("free") << true << true << int(Presence::Free)
                          << QStringLiteral("Stopped uncleanly");
}

void ActorPresentationTest::statusIsAWordAndAnIcon()
{
    QFETCH(bool, started);
    QFETCH(bool, connectable);
    QFETCH(int, presence);
    ActorEntry actor = actorOf(QStringLiteral("aa11"), QStringLiteral("counter"));
    actor.presence = Presence(presence);
    if (started)
        actor.record->startTs = Timestamp{1};
    if (connectable)
        actor.record->connectableTs = Timestamp{1};
    list({actor});
    QTEST(cell(0, ActorTableModel::StatusColumn).data().toString(), "word");
    const auto icon =
        cell(0, ActorTableModel::StatusColumn).data(Qt::DecorationRole).value<QIcon>();
    QVERIFY(!icon.isNull());
    QVERIFY(!icon.pixmap(16, 16).isNull());
    QVERIFY(!cell(0, ActorTableModel::StatusColumn).data(Qt::ToolTipRole).toString().isEmpty());
    QVERIFY(!cell(0, ActorTableModel::NameColumn).data(Qt::DecorationRole).isValid());
}

void ActorPresentationTest::aNameThatLooksLikeMarkUpIsShownAsItIs()
{
    list({actorOf(QStringLiteral("aa11"), QStringLiteral("<b>x</b>"))});
    QCOMPARE(cell(0, ActorTableModel::NameColumn).data().toString(), QStringLiteral("<b>x</b>"));
    QCOMPARE(cell(0, ActorTableModel::NameColumn).data(Qt::ToolTipRole).toString(),
             QStringLiteral("<span>&lt;b&gt;x&lt;/b&gt;</span>"));
}

void ActorPresentationTest::alarmsCountDown_data()
{
    QTest::addColumn<quint64>("due");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isRed");
    const auto row = [](const char *name, quint64 due, const char *text, bool isRed) {
        QTest::newRow(name) << due << QString::fromUtf8(text) << isRed;
    };
    row("soon", TestNow + 5000, "in 5 s", false);
    row("now", TestNow, "due now", false);
    row("a moment ago", TestNow - 35'000, "overdue by 35 s", true);
    row("long ago", TestNow - 7'800'000, "overdue by 2 h 10 min", true);
    row("the epoch", 0, "overdue by 56 y 347 d", true);
    row("above a double", (1ull << 53) + 1, "in 285559 y 169 d", false);
    row("2^63", 1ull << 63, "in 292471151 y 265 d", false);
    row("2^64-1", ~0ull, "in 584942360 y 147 d", false);
}

void ActorPresentationTest::alarmsCountDown()
{
    QFETCH(quint64, due);
    QFETCH(bool, isRed);
    ActorEntry actor = actorOf(QStringLiteral("aa11"), QStringLiteral("counter"));
    actor.alarmAt = Timestamp{due};
    list({actor});
    const QModelIndex alarm = cell(0, ActorTableModel::AlarmColumn);
    QTEST(alarm.data().toString(), "text");
    QVERIFY(!alarm.data().toString().contains(u'-'));
    const QColor red = toneColor(Tone::Danger, QGuiApplication::palette());
    QCOMPARE(alarm.data(Qt::ForegroundRole).value<QColor>() == red, isRed);
}

void ActorPresentationTest::theCountdownMovesWithTheClock()
{
    ActorEntry actor = actorOf(QStringLiteral("aa11"), QStringLiteral("counter"));
    actor.alarmAt = Timestamp{TestNow + 61'000};
    list({actor});
    const QModelIndex alarm = cell(0, ActorTableModel::AlarmColumn);
    QCOMPARE(alarm.data().toString(), QStringLiteral("in 1 min 01 s"));
    m_clock->advance(1000);
    QCOMPARE(alarm.data().toString(), QStringLiteral("in 1 min 00 s"));
    m_clock->advance(1000);
    QCOMPARE(alarm.data().toString(), QStringLiteral("in 59 s"));
    m_clock->advance(59'000);
    QCOMPARE(alarm.data().toString(), QStringLiteral("due now"));
    m_clock->advance(3'600'000); // the machine slept
    QCOMPARE(alarm.data().toString(), QStringLiteral("overdue by 1 h 00 min"));
}

void ActorPresentationTest::aTickPaintsOnlyTimes()
{
    list(manyActors(3));
    QSignalSpy changed(m_shown.get(), &QAbstractItemModel::dataChanged);
    m_shown->tick();
    QList<int> columns;
    for (const QVariantList &change : changed) {
        const auto first = change[0].toModelIndex();
        const auto last = change[1].toModelIndex();
        QCOMPARE(first.row(), 0);
        QCOMPARE(last.row(), 2);
        for (int column = first.column(); column <= last.column(); ++column)
            columns << column;
    }
    std::sort(columns.begin(), columns.end());
    QCOMPARE(columns, QList<int>({ActorTableModel::AlarmColumn, ActorTableModel::CreatedColumn,
                                  ActorTableModel::StartedColumn, ActorTableModel::SleptColumn}));
}

void ActorPresentationTest::aTickOfAnEmptyTableIsSilent()
{
    const QSignalSpy changed(m_shown.get(), &QAbstractItemModel::dataChanged);
    m_shown->tick();
    QCOMPARE(changed.size(), 0);
}

void ActorPresentationTest::theToolTipOfATimeIsExact()
{
    ActorEntry actor = actorOf(QStringLiteral("aa11"), QStringLiteral("counter"));
    actor.alarmAt = Timestamp{~0ull};
    list({actor});
    const QString tip = cell(0, ActorTableModel::AlarmColumn).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(QStringLiteral("18446744073709551615 ms")), qPrintable(tip));
}

void ActorPresentationTest::randomListingsPassTheModelTester()
{
    // As the window has it: the model, a filter that sorts, and what people read on top.
    ActorWorld world(33);
    ActorFilter filter;
    filter.setSourceModel(m_model.get());
    m_shown->setSourceModel(&filter);
    const QAbstractItemModelTester tester(m_shown.get(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    for (int step = 0; step < 400; ++step) {
        if (world.random(5) == 0)
            filter.sort(world.random(ActorTableModel::ColumnCount), Qt::SortOrder(world.random(2)));
        if (world.random(10) == 0)
            filter.setText(QStringLiteral("name-%1").arg(world.random(3)));
        if (world.random(10) == 0)
            filter.setText({});
        world.change();
        list(world.actors());
        m_clock->advance(1000);
        m_shown->tick();
        m_model->setTotals(fileNameOf(world.random(ActorWorld::Numbers)),
                           KvTotals{world.random(5), 100});

        QCOMPARE(m_shown->rowCount(), filter.rowCount());
        QStringList words;
        for (int row = 0; row < filter.rowCount(); ++row) {
            const ActorEntry &actor =
                m_model->row(m_model->find(filter.index(row, 0).data(FileNameRole).toString()));
            words << (actor.record ? actor.record->name : QStringLiteral("truncated"));
        }
        QCOMPARE(columnOf(*m_shown, ActorTableModel::NameColumn), words);
    }
}

QTEST_MAIN(ActorPresentationTest)
#include "ActorPresentationTest.moc"
