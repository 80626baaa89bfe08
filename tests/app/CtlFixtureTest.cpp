#include "CtlRun.h"
#include "Fixture.h"
#include "FolderSnapshot.h"
#include "StorageFolder.h"

#include <QCryptographicHash>
#include <QMap>
#include <QTest>

/// What greenroomctl prints of every folder that rivetkit has written, compared with what
/// rivetkit's own decoders say; and that it leaves the folder as it was.
class CtlFixtureTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCommandAgreesWithRivetkit_data();
    void everyCommandAgreesWithRivetkit();

private:
    void compareList(const QString &folder, const Fixture &fixture);
    void compareAlarms(const QString &folder, const Fixture &fixture);
    void compareKv(const QString &folder, const QJsonObject &actor);
    void compareEntry(const QJsonObject &printed, const QJsonObject &expected);
};

namespace {

const QString ErrorKey = QStringLiteral("error");
const QString Json = QStringLiteral("--json");

QJsonObject object(const QJsonObject &of, const char *key)
{
    return of.value(QLatin1String(key)).toObject();
}

QString text(const QJsonObject &of, const char *key)
{
    return of.value(QLatin1String(key)).toString();
}

/// A printed time, a number or (beyond 2^53) a string, as the text expected.json has.
QString timeText(const QJsonValue &value)
{
    return value.isDouble() ? QString::number(value.toInteger()) : value.toString();
}

QJsonArray entriesOf(const QJsonObject &actor, const char *where)
{
    return object(actor, where).value(QLatin1String("entries")).toArray();
}

/// Whether two values are equal as JavaScript sees them: every number is a double.
bool isSame(const QJsonValue &printed, const QJsonValue &expected)
{
    if (printed.type() != expected.type())
        return false;
    if (printed.isDouble())
        return printed.toDouble() == expected.toDouble();
    if (printed.isArray()) {
        const QJsonArray a = printed.toArray();
        const QJsonArray b = expected.toArray();
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), isSame);
    }
    if (!printed.isObject())
        return printed == expected;
    const QJsonObject a = printed.toObject();
    const QJsonObject b = expected.toObject();
    const QStringList names = a.keys();
    return names == b.keys() && std::all_of(names.begin(), names.end(), [&](const QString &name) {
               return isSame(a.value(name), b.value(name));
           });
}

/// Failures for which the real decoders had no code of their own have one here.
QString expectedError(const QJsonObject &entry)
{
    const QString code = text(entry, "error");
    return code.contains(QLatin1String("Invalid workflow state"))
               ? QStringLiteral("bad-workflow-state")
               : code;
}

/// The rows the driver would see: the database's if there are any, else the record's, migrated.
QJsonArray expectedRows(const QJsonObject &actor)
{
    const QJsonArray rows = entriesOf(actor, "kv");
    if (!rows.isEmpty())
        return rows;
    QMap<QByteArray, QJsonValue> sorted;
    for (const QJsonValue &entry : entriesOf(actor, "legacyKv")) {
        const QByteArray key = text(entry.toObject(), "keyHex").toLatin1();
        sorted.insert(QByteArray::fromHex(key), entry);
    }
    QJsonArray migrated;
    for (const QJsonValue &entry : std::as_const(sorted))
        migrated << entry;
    return migrated;
}

} // namespace

void CtlFixtureTest::everyCommandAgreesWithRivetkit_data()
{
    QTest::addColumn<QString>("name");
    for (const QString &name : Fixture::names())
        QTest::newRow(qPrintable(name)) << name;
}

void CtlFixtureTest::everyCommandAgreesWithRivetkit()
{
    QFETCH(QString, name);
    const Fixture fixture(name);
    const StorageFolder folder(fixture.path());
    const FolderSnapshot before = FolderSnapshot::of(folder.path());

    compareList(folder.path(), fixture);
    compareAlarms(folder.path(), fixture);
    for (const QJsonObject &actor : fixture.actors()) {
        compareKv(folder.path(), actor);
        const CtlRun shown =
            CtlRun::of({QStringLiteral("show"), folder.path(), text(actor, "id"), Json});
        QCOMPARE(shown.exitCode, 0);
        QCOMPARE(text(shown.json(), "actorId"), text(actor, "id"));
    }
    QCOMPARE(before.changesIn(FolderSnapshot::of(folder.path())), QString());
}

void CtlFixtureTest::compareList(const QString &folder, const Fixture &fixture)
{
    const CtlRun run = CtlRun::of({QStringLiteral("list"), folder, Json});
    QCOMPARE(run.exitCode, 0);
    const QJsonArray printed = run.json().value(QStringLiteral("actors")).toArray();
    QList<QJsonObject> expected;
    for (const QJsonObject &actor : fixture.actors()) {
        if (!object(actor, "stateFile").isEmpty())
            expected << actor;
    }
    QCOMPARE(printed.size(), expected.size());
    for (qsizetype i = 0; i < expected.size(); ++i)
        compareEntry(printed[i].toObject(), expected[i]);
}

void CtlFixtureTest::compareEntry(const QJsonObject &printed, const QJsonObject &expected)
{
    QCOMPARE(text(printed, "actorId"), text(expected, "id"));
    QCOMPARE(timeText(printed.value(QStringLiteral("alarmAt"))),
             text(object(expected, "alarm"), "timestamp"));
    const QJsonObject record = object(expected, "record");
    if (record.isEmpty()) {
        QCOMPARE(text(printed, "status"), QStringLiteral("damaged"));
        QCOMPARE(text(printed, "error"), text(object(expected, "stateFile"), "error"));
        return;
    }
    QVERIFY(printed.value(ErrorKey).isNull());
    QVERIFY(isExpectedText(record.value(QStringLiteral("name")), text(printed, "name")));
    const QJsonArray key = printed.value(QStringLiteral("key")).toArray();
    const QJsonArray expectedKey = record.value(QStringLiteral("key")).toArray();
    QCOMPARE(key.size(), expectedKey.size());
    for (qsizetype i = 0; i < key.size(); ++i)
        QVERIFY(isExpectedText(expectedKey[i], key[i].toString()));
    for (const char *time : {"createdAt", "startTs", "connectableTs", "sleepTs", "destroyTs"})
        QCOMPARE(timeText(printed.value(QLatin1String(time))), text(record, time));
    const bool isRunning = record.value(QStringLiteral("connectableTs")).isString() &&
                           !record.value(QStringLiteral("destroyTs")).isString();
    QCOMPARE(text(printed, "status") == QLatin1String("running"), isRunning);
}

void CtlFixtureTest::compareAlarms(const QString &folder, const Fixture &fixture)
{
    const CtlRun run = CtlRun::of({QStringLiteral("alarms"), folder, Json});
    QCOMPARE(run.exitCode, 0);
    QMap<QString, QJsonObject> printed;
    for (const QJsonValue &alarm : run.json().value(QStringLiteral("alarms")).toArray())
        printed.insert(text(alarm.toObject(), "actorId"), alarm.toObject());

    for (const QJsonObject &actor : fixture.actors()) {
        const QJsonObject expected = object(actor, "alarm");
        const QJsonObject alarm = printed.take(text(actor, "id"));
        QCOMPARE(alarm.isEmpty(), expected.isEmpty());
        if (expected.isEmpty())
            continue;
        const bool namesAnother = expected.contains(QStringLiteral("actorId")) &&
                                  text(expected, "actorId") != text(actor, "id");
        QCOMPARE(timeText(alarm.value(QStringLiteral("timestamp"))), text(expected, "timestamp"));
        QCOMPARE(text(alarm, "error"),
                 namesAnother ? QStringLiteral("other-actor-id") : text(expected, "error"));
        QCOMPARE(alarm.value(QStringLiteral("orphan")).toBool(),
                 object(actor, "stateFile").isEmpty());
    }
    QVERIFY(printed.isEmpty());
}

void CtlFixtureTest::compareKv(const QString &folder, const QJsonObject &actor)
{
    const CtlRun run = CtlRun::of({QStringLiteral("kv"), QStringLiteral("list"), folder,
                                   text(actor, "id"), Json, QStringLiteral("--with-secrets")});
    const QJsonArray expected = expectedRows(actor);
    const bool isUnreadable =
        expected.isEmpty() &&
        (object(actor, "database").contains(ErrorKey) ||
         (object(actor, "record").isEmpty() && object(actor, "kv").isEmpty()));
    QCOMPARE(run.exitCode, isUnreadable ? 1 : 0);
    if (isUnreadable) {
        QVERIFY(run.output.isEmpty());
        QVERIFY(run.errors.contains(text(actor, "id")));
        return;
    }
    QCOMPARE(run.json().value(QStringLiteral("truncated")), QJsonValue(false));
    const QJsonArray printed = run.json().value(QStringLiteral("entries")).toArray();
    QCOMPARE(printed.size(), expected.size());
    for (qsizetype i = 0; i < printed.size(); ++i) {
        const QJsonObject row = printed[i].toObject();
        const QJsonObject entry = expected[i].toObject();
        for (const char *field : {"keyHex", "kind", "keyType", "valueType"})
            QCOMPARE(text(row, field), text(entry, field));
        QVERIFY2(
            isSame(row.value(QStringLiteral("decoded")), entry.value(QStringLiteral("decoded"))),
            qPrintable(text(actor, "id") + u' ' + text(row, "keyHex")));
        QCOMPARE(text(row, "error"), expectedError(entry));
        const QByteArray value = QByteArray::fromHex(text(row, "valueHex").toLatin1());
        if (entry.contains(QStringLiteral("valueHex"))) {
            QCOMPARE(text(row, "valueHex"), text(entry, "valueHex"));
            continue;
        }
        QCOMPARE(value.size(), entry.value(QStringLiteral("valueLength")).toInteger());
        QCOMPARE(QString::fromLatin1(
                     QCryptographicHash::hash(value, QCryptographicHash::Sha256).toHex()),
                 text(entry, "valueSha256"));
    }
}

QTEST_GUILESS_MAIN(CtlFixtureTest)
#include "CtlFixtureTest.moc"
