#include "FolderSource.h"

#include "Fixture.h"
#include "FolderSnapshot.h"
#include "Outcome.h"
#include "StorageFolder.h"

#include <QCryptographicHash>
#include <QMap>
#include <QTest>

using namespace greenroom;

/// All folders that rivetkit has written, compared with what its own decoders say.
class FolderSourceFixtureTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allFixturesAreThere();
    void everyAnswerIsAsExpected_data();
    void everyAnswerIsAsExpected();

private:
    void compareList(const FolderSource &source, const Fixture &fixture);
    void compareEntry(const ActorEntry &entry, const QJsonObject &expected);
    void compareAlarms(const FolderSource &source, const Fixture &fixture);
    void compareDetails(const FolderSource &source, const Fixture &fixture,
                        const QJsonObject &expected);
    void compareKv(const FolderSource &source, const QJsonObject &expected);
    void compareRows(const QList<KvRow> &rows, const QJsonArray &entries);
};

namespace {

const QString Id = QStringLiteral("id");
const QString ErrorKey = QStringLiteral("error");
const QString StateFile = QStringLiteral("stateFile");
const QString Alarm = QStringLiteral("alarm");
const QString Database = QStringLiteral("database");

QJsonObject object(const QJsonObject &of, const QString &key)
{
    return of.value(key).toObject();
}

QString text(const QJsonObject &of, const QString &key)
{
    return of.value(key).toString();
}

QString timeText(const std::optional<Timestamp> &time)
{
    return time ? QString::number(time->ms) : QString();
}

QString codeText(const std::optional<Error> &error)
{
    return error ? codeName(error->code) : QString();
}

QString className(StorageClass storageClass)
{
    switch (storageClass) {
    case StorageClass::Integer:
        return QStringLiteral("integer");
    case StorageClass::Real:
        return QStringLiteral("real");
    case StorageClass::Text:
        return QStringLiteral("text");
    case StorageClass::Blob:
        return QStringLiteral("blob");
    case StorageClass::Null:
        return QStringLiteral("null");
    }
    Q_UNREACHABLE();
}

QJsonArray entriesOf(const QJsonObject &actor, const QString &where)
{
    return object(actor, where).value(QStringLiteral("entries")).toArray();
}

/// A record's entries as the migration stores them: sorted byte by byte, the last of equal keys.
QJsonArray migrated(const QJsonArray &entries)
{
    QMap<QByteArray, QJsonValue> sorted;
    for (const QJsonValue &entry : entries) {
        sorted.insert(QByteArray::fromHex(entry[QStringLiteral("keyHex")].toString().toLatin1()),
                      entry);
    }
    QJsonArray result;
    for (const QJsonValue &entry : std::as_const(sorted))
        result << entry;
    return result;
}

KvQuery everything()
{
    KvQuery query;
    query.limit = std::numeric_limits<qint64>::max();
    query.pageBytes = std::numeric_limits<qint64>::max();
    return query;
}

QList<ActorEntry> listAll(const FolderSource &source)
{
    QList<ActorEntry> all;
    const auto end = source.listActors({}, [&](const ActorBatch &batch) { all += batch; }, {});
    if (!end)
        qFatal("%s", qPrintable(end.error().message));
    return all;
}

} // namespace

void FolderSourceFixtureTest::allFixturesAreThere()
{
    const QStringList names = Fixture::names();
    QCOMPARE(names.filter(QStringLiteral("damaged/")).size(), 72);
    QCOMPARE(names.size(), 72 + 5);
}

void FolderSourceFixtureTest::everyAnswerIsAsExpected_data()
{
    QTest::addColumn<QString>("name");
    for (const QString &name : Fixture::names())
        QTest::newRow(qPrintable(name)) << name;
}

void FolderSourceFixtureTest::everyAnswerIsAsExpected()
{
    QFETCH(QString, name);
    const Fixture fixture(name);
    const StorageFolder folder(fixture.path());
    const auto before = FolderSnapshot::of(folder.path());
    const auto source = FolderSource::open(folder.path());
    QCOMPARE(outcomeOf(source), QStringLiteral("ok"));

    compareList(**source, fixture);
    compareAlarms(**source, fixture);
    for (const QJsonObject &actor : fixture.actors()) {
        compareDetails(**source, fixture, actor);
        compareKv(**source, actor);
    }
    QCOMPARE(before.changesIn(FolderSnapshot::of(folder.path())), QString());
}

void FolderSourceFixtureTest::compareList(const FolderSource &source, const Fixture &fixture)
{
    const QList<ActorEntry> found = listAll(source);
    QStringList names, expectedNames;
    for (const ActorEntry &entry : found)
        names << entry.fileName;
    QMap<QString, QJsonObject> expected;
    for (const QJsonObject &actor : fixture.actors()) {
        if (actor.value(StateFile).isObject())
            expected.insert(text(actor, Id), actor);
    }
    QCOMPARE(names, expected.keys());
    for (const ActorEntry &entry : found)
        compareEntry(entry, expected.value(entry.fileName));
}

void FolderSourceFixtureTest::compareEntry(const ActorEntry &entry, const QJsonObject &expected)
{
    QCOMPARE(codeText(entry.error), text(object(expected, StateFile), ErrorKey));
    QCOMPARE(entry.record.has_value(), !entry.error.has_value());
    if (entry.record) {
        const ActorRecord &record = *entry.record;
        const QJsonObject wanted = object(expected, QStringLiteral("record"));
        const QJsonArray key = wanted.value(QStringLiteral("key")).toArray();
        QCOMPARE(int(record.version),
                 object(expected, StateFile).value(QStringLiteral("version")).toInt());
        QVERIFY(isExpectedText(wanted.value(QStringLiteral("actorId")), record.actorId));
        QVERIFY(isExpectedText(wanted.value(QStringLiteral("name")), record.name));
        QCOMPARE(record.key.size(), key.size());
        for (qsizetype i = 0; i < key.size(); ++i)
            QVERIFY(isExpectedText(key[i], record.key[i]));
        QCOMPARE(timeText(record.createdAt), text(wanted, QStringLiteral("createdAt")));
        QCOMPARE(timeText(record.startTs), text(wanted, QStringLiteral("startTs")));
        QCOMPARE(timeText(record.connectableTs), text(wanted, QStringLiteral("connectableTs")));
        QCOMPARE(timeText(record.sleepTs), text(wanted, QStringLiteral("sleepTs")));
        QCOMPARE(timeText(record.destroyTs), text(wanted, QStringLiteral("destroyTs")));
        QVERIFY(record.legacyKv.isEmpty());
        const bool sameId = expected.value(QStringLiteral("fileNameMatchesActorId")).toBool();
        QCOMPARE(record.actorId == entry.fileName, sameId);
        QVERIFY(sameId || !entry.warnings.isEmpty());
    }
    const QJsonObject alarm = object(expected, Alarm);
    QCOMPARE(timeText(entry.alarmAt), text(alarm, QStringLiteral("timestamp")));
    QVERIFY(!alarm.contains(ErrorKey) || !entry.warnings.isEmpty());
    QVERIFY(entry.presence != Presence::Held);
    QVERIFY(!entry.holder);
}

void FolderSourceFixtureTest::compareAlarms(const FolderSource &source, const Fixture &fixture)
{
    const Result<QList<AlarmEntry>> found = source.alarms({});
    QCOMPARE(outcomeOf(found), QStringLiteral("ok"));
    QMap<QString, QJsonObject> expected;
    for (const QJsonObject &actor : fixture.actors()) {
        if (actor.value(Alarm).isObject())
            expected.insert(text(actor, Id), actor);
    }
    QCOMPARE(found->size(), expected.size());
    std::optional<Timestamp> last = Timestamp{0};
    for (const AlarmEntry &alarm : *found) {
        const QJsonObject actor = expected.take(alarm.fileName);
        QVERIFY2(!actor.isEmpty(), qPrintable(alarm.fileName));
        const QJsonObject wanted = object(actor, Alarm);
        const bool names =
            wanted.contains(ErrorKey) || text(wanted, QStringLiteral("actorId")) == alarm.fileName;
        QCOMPARE(codeText(alarm.error),
                 names ? text(wanted, ErrorKey) : QStringLiteral("other-actor-id"));
        QCOMPARE(timeText(alarm.timestamp), text(wanted, QStringLiteral("timestamp")));
        QCOMPARE(alarm.orphan, !actor.value(StateFile).isObject());
        QVERIFY(last || !alarm.timestamp); // soonest first, damaged ones last
        QVERIFY(!last || !alarm.timestamp || *last <= *alarm.timestamp);
        last = alarm.timestamp;
    }
}

void FolderSourceFixtureTest::compareDetails(const FolderSource &source, const Fixture &fixture,
                                             const QJsonObject &expected)
{
    const QString id = text(expected, Id);
    const Result<ActorDetails> details = source.actor(*ActorId::fromText(id));
    QCOMPARE(outcomeOf(details), QStringLiteral("ok"));
    QCOMPARE(details->entry.fileName, id);
    if (expected.value(StateFile).isObject())
        compareEntry(details->entry, expected);
    else
        QCOMPARE(codeText(details->entry.error), QStringLiteral("not-found"));
    QCOMPARE(details->stateBytes, fixture.read(QStringLiteral("state/") + id));
    QCOMPARE(details->alarmBytes.value_or(QByteArray()),
             fixture.read(QStringLiteral("alarms/") + id));
    QCOMPARE(details->alarmBytes.has_value(), expected.value(Alarm).isObject());

    const QJsonObject database = object(expected, Database);
    QMap<QString, qint64> sizes;
    for (const ActorFile &file : details->files) {
        QVERIFY(file.modifiedMs > 0);
        sizes.insert(file.path.mid(source.location().size() + 1), file.bytes);
    }
    const QString path = QStringLiteral("databases/%1.db").arg(id);
    QCOMPARE(sizes.contains(path), !database.isEmpty());
    if (!database.isEmpty() && text(database, ErrorKey) != QStringLiteral("is-a-directory"))
        QCOMPARE(sizes.value(path), database.value(QStringLiteral("size")).toInteger());
    for (const auto &[suffix, key] : {std::pair("-wal", "walSize"), std::pair("-shm", "shmSize")}) {
        const QJsonValue size = database.value(QString::fromUtf8(key));
        if (size.isDouble())
            QCOMPARE(sizes.value(path + QString::fromUtf8(suffix), -1), size.toInteger());
    }
}

void FolderSourceFixtureTest::compareKv(const FolderSource &source, const QJsonObject &expected)
{
    const ActorId id = *ActorId::fromText(text(expected, Id));
    const QJsonObject database = object(expected, Database);
    const QJsonArray ofDatabase = entriesOf(expected, QStringLiteral("kv"));
    const QJsonArray ofRecord = migrated(entriesOf(expected, QStringLiteral("legacyKv")));
    QString outcome = text(database, ErrorKey);
    if (outcome.isEmpty() && database.isEmpty()) {
        outcome = expected.value(StateFile).isObject() ? text(object(expected, StateFile), ErrorKey)
                                                       : QStringLiteral("not-found");
    }
    if (outcome.isEmpty())
        outcome = QStringLiteral("ok");

    const Result<KvPage> page = source.kvPage(id, everything(), {});
    const Result<KvTotals> totals = source.kvTotals(id, {});
    QCOMPARE(outcomeOf(page), outcome);
    QCOMPARE(outcomeOf(totals), outcome);
    QVERIFY(!source.kvStamp(id).isEmpty());
    if (!page)
        return;
    QVERIFY(!page->more);
    QCOMPARE(page->origin, !ofDatabase.isEmpty() ? KvOrigin::Database
                           : !ofRecord.isEmpty() ? KvOrigin::Record
                                                 : KvOrigin::Nowhere);
    compareRows(page->rows, ofDatabase.isEmpty() ? ofRecord : ofDatabase);

    KvTotals counted{page->rows.size(), 0};
    for (const KvRow &row : page->rows)
        counted.bytes += row.key.size() + row.valueSize;
    QCOMPARE(*totals, counted);
    for (const KvRow &row : page->rows.first(std::min<qsizetype>(20, page->rows.size()))) {
        const auto found = source.kvRow(id, {row.key, row.keyClass}, WholeValue, {});
        QCOMPARE(outcomeOf(found), QStringLiteral("ok"));
        QVERIFY(found->has_value());
        QVERIFY(**found == row);
    }
}

void FolderSourceFixtureTest::compareRows(const QList<KvRow> &rows, const QJsonArray &entries)
{
    QCOMPARE(rows.size(), entries.size());
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const KvRow &row = rows[i];
        const QJsonObject entry = entries[i].toObject();
        const auto type = [&](const char *key) {
            return entry.value(QString::fromUtf8(key)).toString(QStringLiteral("blob"));
        };
        QCOMPARE(QString::fromLatin1(row.key.toHex()), text(entry, QStringLiteral("keyHex")));
        QCOMPARE(kindName(kindOf(row)), text(entry, QStringLiteral("kind")));
        QCOMPARE(className(row.keyClass), type("keyType"));
        QCOMPARE(className(row.valueClass), type("valueType"));
        QVERIFY(row.isWhole());
        if (entry.contains(QStringLiteral("valueHex"))) {
            QCOMPARE(QString::fromLatin1(row.value.toHex()),
                     text(entry, QStringLiteral("valueHex")));
        } else {
            QCOMPARE(row.valueSize, entry.value(QStringLiteral("valueLength")).toInteger());
            QCOMPARE(QString::fromLatin1(
                         QCryptographicHash::hash(row.value, QCryptographicHash::Sha256).toHex()),
                     text(entry, QStringLiteral("valueSha256")));
        }
    }
}

QTEST_GUILESS_MAIN(FolderSourceFixtureTest)
#include "FolderSourceFixtureTest.moc"
