#include "ActorFilter.h"

#include "ActorTableModel.h"
#include "Actors.h"
#include "ModelText.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <algorithm>

using namespace greenroom;

class ActorFilterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyWordMustBeFoundSomewhere_data();
    void everyWordMustBeFoundSomewhere();
    void tenThousandActorsAreFilteredExactly_data();
    void tenThousandActorsAreFilteredExactly();
    void anActorThatComesToMatchAppears();
    void equalActorsAreSortedByNameAndKey();
    void randomListingsKeepFilterAndSortRight_data();
    void randomListingsKeepFilterAndSortRight();
};

namespace {

void listAll(ActorTableModel &model, const ActorBatch &actors)
{
    model.beginListing();
    model.addBatch(actors);
    model.endListing();
}

QStringList namesIn(const QAbstractItemModel &model)
{
    return columnOf(model, ActorTableModel::IdColumn, RawRole);
}

} // namespace

void ActorFilterTest::everyWordMustBeFoundSomewhere_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QStringList>("found");
    const QString a = QStringLiteral("aa11");
    const QString b = QStringLiteral("bb22");
    const QString c = QStringLiteral("cc33");
    const auto row = [](const char *filter, const QStringList &found) {
        QTest::addRow("\"%s\"", filter) << QString::fromUtf8(filter) << found;
    };
    row("", {a, b, c});
    row("   ", {a, b, c});
    row("counter", {a});
    row("COUNTER", {a});
    row("room", {a, b});
    row("room general", {b});
    row("general room", {b});
    row("ral gen", {b});
    row("bb22", {b});
    row("2", {b});
    row("not started", {a, b});
    row("damaged", {c});
    row("damaged counter", {});
    row("русский", {b});
    row("nothing like it", {});
    row("room/1", {a});
    row("start\naa", {}); // words are parted by spaces alone
}

void ActorFilterTest::everyWordMustBeFoundSomewhere()
{
    QFETCH(QString, filter);
    ActorTableModel model;
    listAll(model, {actorOf(QStringLiteral("aa11"), QStringLiteral("counter"),
                            {QStringLiteral("room"), QStringLiteral("1")}),
                    actorOf(QStringLiteral("bb22"), QStringLiteral("chat-Room"),
                            {QStringLiteral("general"), QStringLiteral("Русский")}),
                    damagedActor(QStringLiteral("cc33"))});
    ActorFilter actors;
    const QAbstractItemModelTester tester(&actors,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    actors.setSourceModel(&model);
    actors.setText(filter);
    QCOMPARE(actors.text(), filter);
    QTEST(namesIn(actors), "found");
    actors.setText({});
    QCOMPARE(actors.rowCount(), 3);
}

void ActorFilterTest::tenThousandActorsAreFilteredExactly_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<int>("count");
    QTest::newRow("status") << QStringLiteral("sleeping") << 2500;
    QTest::newRow("one id") << fileNameOf(1234) << 1;
    QTest::newRow("digits") << QStringLiteral("777") << 19; // 777, X777 and 777X, one of them twice
    QTest::newRow("none") << QStringLiteral("worker none") << 0;
}

void ActorFilterTest::tenThousandActorsAreFilteredExactly()
{
    QFETCH(QString, filter);
    ActorTableModel model;
    listAll(model, manyActors(10'000));
    ActorFilter actors;
    actors.setSourceModel(&model);
    actors.sort(ActorTableModel::KeyColumn, Qt::DescendingOrder);
    actors.setText(filter);

    QStringList expected;
    for (int number = 9999; number >= 0; --number) {
        const QModelIndex index = model.index(number, 0);
        const QStringList words = filter.split(u' ', Qt::SkipEmptyParts);
        const bool matches = std::all_of(words.begin(), words.end(), [&](const QString &word) {
            return index.data(SearchRole).toString().contains(word);
        });
        if (matches)
            expected << fileNameOf(number);
    }
    QCOMPARE(namesIn(actors), expected);
    QTEST(actors.rowCount(), "count");
}

void ActorFilterTest::anActorThatComesToMatchAppears()
{
    ActorTableModel model;
    ActorBatch batch = manyActors(4);
    listAll(model, batch);
    ActorFilter actors;
    const QAbstractItemModelTester tester(&actors,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    actors.setSourceModel(&model);
    actors.setText(QStringLiteral("sleeping"));
    QCOMPARE(namesIn(actors), QStringList(fileNameOf(0)));

    batch[2].record->startTs = Timestamp{1};
    batch[0].record->sleepTs.reset();
    batch[0].record->startTs.reset();
    listAll(model, batch);
    QCOMPARE(namesIn(actors), QStringList(fileNameOf(2)));
}

void ActorFilterTest::equalActorsAreSortedByNameAndKey()
{
    ActorTableModel model;
    listAll(model, {actorOf(QStringLiteral("1"), QStringLiteral("room"), {QStringLiteral("10")}),
                    actorOf(QStringLiteral("2"), QStringLiteral("room"), {QStringLiteral("9")}),
                    actorOf(QStringLiteral("3"), QStringLiteral("hall"), {QStringLiteral("11")}),
                    damagedActor(QStringLiteral("4"))});
    ActorFilter actors;
    actors.setSourceModel(&model);
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        actors.sort(ActorTableModel::CreatedColumn, order); // the same for all but the damaged one
        QCOMPARE(namesIn(actors), QStringList({QStringLiteral("3"), QStringLiteral("2"),
                                               QStringLiteral("1"), QStringLiteral("4")}));
    }
}

void ActorFilterTest::randomListingsKeepFilterAndSortRight_data()
{
    QTest::addColumn<QString>("filter");
    QTest::newRow("no filter") << QString();
    QTest::newRow("a name") << QStringLiteral("name-1");
    QTest::newRow("a status") << QStringLiteral("sleeping");
}

void ActorFilterTest::randomListingsKeepFilterAndSortRight()
{
    QFETCH(QString, filter);
    ActorWorld world(21);
    ActorTableModel model;
    ActorFilter actors;
    const QAbstractItemModelTester tester(&actors,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    actors.setSourceModel(&model);
    actors.setText(filter);

    for (int step = 0; step < 600; ++step) {
        if (world.random(4) == 0) {
            actors.sort(world.random(ActorTableModel::ColumnCount),
                        world.random(2) == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
        }
        QHash<QString, QPersistentModelIndex> held;
        for (int row = 0; row < actors.rowCount(); ++row) {
            const QModelIndex index = actors.index(row, 0);
            held.insert(index.data(FileNameRole).toString(), index);
        }
        world.change();
        listAll(model, world.actors());

        QStringList expected;
        for (const ActorEntry &actor : world.actors()) {
            const int row = model.find(actor.fileName);
            if (model.index(row, 0).data(SearchRole).toString().contains(filter))
                expected << actor.fileName;
        }
        QStringList shown = namesIn(actors);
        shown.sort();
        QCOMPARE(shown, expected);
        for (auto index = held.cbegin(); index != held.cend(); ++index) {
            QCOMPARE(index.value().isValid(), expected.contains(index.key()));
            if (index.value().isValid())
                QCOMPARE(index.value().data(FileNameRole).toString(), index.key());
        }
        for (int row = 1; row < actors.rowCount(); ++row) {
            const int column = std::max(0, actors.sortColumn());
            const int order = compareRaw(actors.index(row - 1, column), actors.index(row, column),
                                         actors.sortOrder());
            QVERIFY(actors.sortColumn() < 0 ||
                    (actors.sortOrder() == Qt::AscendingOrder ? order <= 0 : order >= 0));
        }
    }
}

QTEST_GUILESS_MAIN(ActorFilterTest)
#include "ActorFilterTest.moc"
