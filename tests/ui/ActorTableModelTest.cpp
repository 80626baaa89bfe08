#include "ActorTableModel.h"

#include "ActorStatus.h"
#include "Actors.h"
#include "ModelText.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace greenroom;

class ActorTableModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void randomListingsLeaveExactlyWhatTheyGave_data();
    void randomListingsLeaveExactlyWhatTheyGave();
    void aListingRemovesWhatItPassesOver();
    void rowsBehindTheLastBatchStayUntilTheListingEnds();
    void onlyAChangedActorIsPaintedAgain();
    void rawValuesHaveTheColumnsOwnType();
    void aDamagedActorHasItsReasonInstead();
    void timesOf64BitsAreExact();
    void totalsOfAnUnknownActorDoNothing();
    void totalsAreShownOnceAndDroppedWithTheActor();
    void failedTotalsAreAProblemOfTheirColumns();
    void aFilterFindsNameKeyIdAndStatus();
};

namespace {

void listAll(ActorTableModel &model, const ActorBatch &actors)
{
    model.beginListing();
    model.addBatch(actors);
    model.endListing();
}

ActorBatch contentOf(const ActorTableModel &model)
{
    ActorBatch actors;
    for (int row = 0; row < model.rowCount(); ++row)
        actors << model.row(row);
    return actors;
}

QStringList namesIn(const ActorTableModel &model)
{
    return columnOf(model, ActorTableModel::IdColumn, RawRole);
}

QVariant rawOf(const ActorTableModel &model, int column)
{
    return model.index(0, column).data(RawRole);
}

} // namespace

void ActorTableModelTest::randomListingsLeaveExactlyWhatTheyGave_data()
{
    QTest::addColumn<int>("seed");
    QTest::newRow("seed 1") << 1;
    QTest::newRow("seed 2") << 2;
    QTest::newRow("seed 3") << 3;
}

void ActorTableModelTest::randomListingsLeaveExactlyWhatTheyGave()
{
    QFETCH(int, seed);
    ActorWorld world{quint32(seed)};
    ActorTableModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);

    for (int step = 0; step < 1000; ++step) {
        QHash<QString, QPersistentModelIndex> held;
        for (int row = 0; row < model.rowCount(); ++row)
            held.insert(model.row(row).fileName, model.index(row, world.random(3)));

        world.change();
        const ActorBatch &actors = world.actors();
        model.beginListing();
        for (qsizetype at = 0; at < actors.size();) {
            const qsizetype count = 1 + world.random(5);
            model.addBatch(actors.mid(at, count));
            at += count;
        }
        model.endListing();

        QVERIFY2(contentOf(model) == actors, qPrintable(QString::number(step)));
        for (auto index = held.cbegin(); index != held.cend(); ++index)
            QCOMPARE(index.value().isValid() ? index.value().row() : -1, model.find(index.key()));
    }
}

void ActorTableModelTest::aListingRemovesWhatItPassesOver()
{
    ActorTableModel model;
    listAll(model, manyActors(6));
    const QPersistentModelIndex kept = model.index(3, 0);
    const QPersistentModelIndex gone = model.index(2, 0);

    ActorBatch fewer = manyActors(6);
    fewer.removeAt(4);
    fewer.removeAt(2);
    listAll(model, fewer);
    QCOMPARE(namesIn(model),
             QStringList({fileNameOf(0), fileNameOf(1), fileNameOf(3), fileNameOf(5)}));
    QCOMPARE(kept.row(), 2);
    QVERIFY(!gone.isValid());

    listAll(model, {});
    QCOMPARE(model.rowCount(), 0);
}

void ActorTableModelTest::rowsBehindTheLastBatchStayUntilTheListingEnds()
{
    ActorTableModel model;
    listAll(model, manyActors(5));
    model.beginListing();
    QCOMPARE(model.rowCount(), 5);
    model.addBatch({manyActors(5).at(1)}); // 0 is passed over, 2 to 4 may still come
    QCOMPARE(namesIn(model),
             QStringList({fileNameOf(1), fileNameOf(2), fileNameOf(3), fileNameOf(4)}));
    model.endListing();
    QCOMPARE(namesIn(model), QStringList(fileNameOf(1)));
}

void ActorTableModelTest::onlyAChangedActorIsPaintedAgain()
{
    ActorTableModel model;
    ActorBatch actors = manyActors(5);
    listAll(model, actors);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    listAll(model, actors);
    QCOMPARE(changed.size(), 0);

    actors[3].record->sleepTs = Timestamp{TestNow};
    listAll(model, actors);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed[0][0].toModelIndex(), model.index(3, 0));
    QCOMPARE(changed[0][1].toModelIndex(), model.index(3, ActorTableModel::ColumnCount - 1));
}

void ActorTableModelTest::rawValuesHaveTheColumnsOwnType()
{
    ActorEntry actor =
        actorOf(QStringLiteral("id"), QStringLiteral("na\nme"), {QStringLiteral("a/b"), QString()});
    actor.record->startTs = Timestamp{2};
    actor.record->sleepTs = Timestamp{3};
    actor.alarmAt = Timestamp{4};
    ActorTableModel model;
    listAll(model, {actor});
    model.setTotals(QStringLiteral("id"), KvTotals{7, 1234});

    QCOMPARE(rawOf(model, ActorTableModel::StatusColumn), QVariant(int(ActorStatus::Sleeping)));
    QCOMPARE(rawOf(model, ActorTableModel::NameColumn), QVariant(QStringLiteral("na\nme")));
    QCOMPARE(rawOf(model, ActorTableModel::KeyColumn), QVariant(QStringLiteral("a\\/b/\\0")));
    QCOMPARE(rawOf(model, ActorTableModel::AlarmColumn).value<Timestamp>().ms, 4u);
    QCOMPARE(rawOf(model, ActorTableModel::CreatedColumn).value<Timestamp>().ms, TestNow - 60'000);
    QCOMPARE(rawOf(model, ActorTableModel::StartedColumn).value<Timestamp>().ms, 2u);
    QCOMPARE(rawOf(model, ActorTableModel::SleptColumn).value<Timestamp>().ms, 3u);
    QCOMPARE(rawOf(model, ActorTableModel::KvEntriesColumn), QVariant(qint64(7)));
    QCOMPARE(rawOf(model, ActorTableModel::KvBytesColumn), QVariant(qint64(1234)));
    QCOMPARE(rawOf(model, ActorTableModel::IdColumn), QVariant(QStringLiteral("id")));
    for (int column = 0; column < ActorTableModel::ColumnCount; ++column) {
        const QModelIndex index = model.index(0, column);
        QCOMPARE(index.data(FileNameRole).toString(), QStringLiteral("id"));
        QVERIFY(!index.data(Qt::DisplayRole).isValid()); // text is for the presentation
    }
}

void ActorTableModelTest::aDamagedActorHasItsReasonInstead()
{
    ActorEntry actor = damagedActor(QStringLiteral("id"));
    actor.warnings << QStringLiteral("odd as well");
    ActorTableModel model;
    listAll(model, {actor});
    QCOMPARE(rawOf(model, ActorTableModel::StatusColumn).toInt(), int(ActorStatus::Damaged));
    for (const int column : {ActorTableModel::NameColumn, ActorTableModel::KeyColumn,
                             ActorTableModel::CreatedColumn, ActorTableModel::AlarmColumn})
        QVERIFY(!rawOf(model, column).isValid());
    QCOMPARE(model.index(0, 0).data(ProblemsRole).toStringList(),
             QStringList({QStringLiteral("truncated"), actor.error->message,
                          QStringLiteral("odd as well")}));
}

void ActorTableModelTest::timesOf64BitsAreExact()
{
    ActorEntry actor = actorOf(QStringLiteral("id"), QStringLiteral("name"));
    ActorTableModel model;
    for (const quint64 ms : {(1ull << 53) + 1, 1ull << 63, ~0ull}) {
        actor.alarmAt = Timestamp{ms};
        listAll(model, {actor});
        QCOMPARE(rawOf(model, ActorTableModel::AlarmColumn).value<Timestamp>().ms, ms);
    }
}

void ActorTableModelTest::totalsOfAnUnknownActorDoNothing()
{
    ActorTableModel model;
    listAll(model, manyActors(2));
    const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setTotals(QStringLiteral("nobody"), KvTotals{1, 2});
    QCOMPARE(changed.size(), 0);
    QVERIFY(!model.totals(QStringLiteral("nobody")));

    listAll(model, {actorOf(QStringLiteral("nobody"), QStringLiteral("name"))});
    QVERIFY(!rawOf(model, ActorTableModel::KvEntriesColumn).isValid());
}

void ActorTableModelTest::totalsAreShownOnceAndDroppedWithTheActor()
{
    ActorTableModel model;
    listAll(model, manyActors(3));
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setTotals(fileNameOf(1), KvTotals{1, 2});
    model.setTotals(fileNameOf(1), KvTotals{1, 2});
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed[0][0].toModelIndex(), model.index(1, ActorTableModel::KvEntriesColumn));
    QCOMPARE(changed[0][1].toModelIndex(), model.index(1, ActorTableModel::KvBytesColumn));
    QCOMPARE(model.totals(fileNameOf(1)), std::optional(KvTotals{1, 2}));

    listAll(model, manyActors(1));
    QVERIFY(!model.totals(fileNameOf(1)));
    listAll(model, manyActors(3));
    QVERIFY(!model.totals(fileNameOf(1)));
}

void ActorTableModelTest::failedTotalsAreAProblemOfTheirColumns()
{
    ActorTableModel model;
    listAll(model, manyActors(1));
    const QString reason = QStringLiteral("the database is malformed");
    model.setTotals(fileNameOf(0), fail(ErrorCode::CorruptDatabase, reason));
    QVERIFY(!rawOf(model, ActorTableModel::KvEntriesColumn).isValid());
    QCOMPARE(model.index(0, ActorTableModel::KvBytesColumn).data(ProblemsRole).toStringList(),
             QStringList(reason));
    QVERIFY(
        model.index(0, ActorTableModel::NameColumn).data(ProblemsRole).toStringList().isEmpty());
    QVERIFY(!model.totals(fileNameOf(0)));
}

void ActorTableModelTest::aFilterFindsNameKeyIdAndStatus()
{
    ActorTableModel model;
    listAll(model, {actorOf(QStringLiteral("ABCdef"), QStringLiteral("Chat"),
                            {QStringLiteral("Room/7"), QStringLiteral("ÄÖ")})});
    const QString searched = model.index(0, 0).data(SearchRole).toString();
    for (const QString &word :
         {QStringLiteral("abcdef"), QStringLiteral("chat"), QStringLiteral("room/7"),
          QStringLiteral("room\\/7"), QStringLiteral("äö"), QStringLiteral("not started")})
        QVERIFY2(searched.contains(word), qPrintable(word));
}

QTEST_GUILESS_MAIN(ActorTableModelTest)
#include "ActorTableModelTest.moc"
