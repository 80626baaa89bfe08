#include "CtlRun.h"
#include "Fixture.h"
#include "FolderSnapshot.h"
#include "StorageFolder.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

/// `greenroomctl db`: an actor's own SQL database on the command line.
class CtlDbTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tablesAgreeWithRivetkit_data();
    void tablesAgreeWithRivetkit();
    void rowsAreTablesJsonOrCsv_data();
    void rowsAreTablesJsonOrCsv();
    void everyFailureNamesTheThing_data();
    void everyFailureNamesTheThing();
    void problemsAreToldAndDoNotStopTheAnswer();
    void theDatabaseIsExported();
    void tablesAreExported_data();
    void tablesAreExported();
    void nothingIsExportedIntoTheFolder();
};

namespace {

QString S(const char *text)
{
    return QString::fromUtf8(text);
}

QString folderOf(const char *fixture)
{
    return Fixture(S(fixture)).path();
}

QString rich()
{
    return folderOf("v2.2.1-rich");
}

const QString Ledger = QStringLiteral("ledger/big");

QStringList db(const char *command, const QStringList &rest)
{
    return QStringList{S("db"), S(command)} + rest;
}

/// The objects of expected.json, without what only Greenroom tells.
QJsonArray withoutExtras(const QJsonArray &objects)
{
    QJsonArray bare;
    for (const QJsonValue &value : objects) {
        QJsonObject object = value.toObject();
        for (const char *extra : {"sql", "columns", "error"})
            object.remove(QLatin1String(extra));
        bare << object;
    }
    return bare;
}

} // namespace

void CtlDbTest::tablesAgreeWithRivetkit_data()
{
    QTest::addColumn<QString>("name");
    for (const QString &name : Fixture::names()) {
        for (const QJsonObject &actor : Fixture(name).actors()) {
            if (actor.value(S("sqlite")).isObject()) {
                QTest::newRow(qPrintable(name)) << name;
                break;
            }
        }
    }
}

void CtlDbTest::tablesAgreeWithRivetkit()
{
    QFETCH(QString, name);
    const Fixture fixture(name);
    const StorageFolder folder(fixture.path());
    const FolderSnapshot before = FolderSnapshot::of(folder.path());
    for (const QJsonObject &actor : fixture.actors()) {
        const QJsonObject expected = actor.value(S("sqlite")).toObject();
        if (expected.isEmpty())
            continue;
        const CtlRun run = CtlRun::of(db(
            "tables", {folder.path(), actor.value(S("id")).toString(), S("--check"), S("--json")}));
        if (run.exitCode != 0) {
            QVERIFY2(expected.contains(S("error")), qPrintable(run.errors));
            continue;
        }
        const QJsonObject printed = run.json();
        QCOMPARE(QString::number(printed.value(S("size")).toInteger()),
                 expected.value(S("size")).toString());
        for (const char *key :
             {"chunks", "missingChunks", "shortChunks", "chunksBeyondEnd", "sha256"})
            QCOMPARE(printed.value(S(key)), expected.value(S(key)));
        QCOMPARE(printed.value(S("files")).toObject().keys(),
                 expected.value(S("files")).toObject().keys());
        if (expected.contains(S("error")))
            continue;
        for (const char *key : {"integrity", "pageSize", "userVersion"})
            QCOMPARE(printed.value(S(key)), expected.value(S(key)));
        QCOMPARE(withoutExtras(printed.value(S("objects")).toArray()),
                 expected.value(S("objects")).toArray());
    }
    QCOMPARE(before.changesIn(FolderSnapshot::of(folder.path())), QString());
}

void CtlDbTest::rowsAreTablesJsonOrCsv_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("output");
    QTest::newRow("rows")
        << db("rows", {rich(), Ledger, S("entries"), S("--limit"), S("2"), S("--skip"), S("1")})
        << QByteArray("id  ref  amount  note                                               at\n"
                      "2   42   38.4    gr\xc3\xbc\xc3\x9f"
                      "e note nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn 1  1700000001000\n"
                      "3   45   97.45   gr\xc3\xbc\xc3\x9f"
                      "e note nnnnnnnnnnnnnnnnnnnnnnnn 2              1700000002000\n"
                      "\nMore follow: raise --limit.\n");
    QTest::newRow("rows as JSON")
        << db("rows", {rich(), Ledger, S("entries"), S("--limit"), S("1"), S("--json")})
        << QByteArray("{\"columns\":[\"id\",\"ref\",\"amount\",\"note\",\"at\"],\"rows\":[\n"
                      "[1,28,43.89,null,1700000000000]],\"truncated\":true}\n");
    QTest::newRow("a query as JSON")
        << db("query", {rich(), Ledger, S("SELECT 1 AS \"a\"\"b\", x'00ff', -9007199254740993"),
                        S("--json")})
        << QByteArray("{\"columns\":[\"a\\\"b\",\"x'00ff'\",\"-9007199254740993\"],\"rows\":[\n"
                      "[1,{\"$bytes\":\"00ff\"},{\"$bigint\":\"-9007199254740993\"}]],"
                      "\"truncated\":false}\n");
    QTest::newRow("a query without rows")
        << db("query", {rich(), Ledger, S("SELECT id FROM entries WHERE 0"), S("--json")})
        << QByteArray("{\"columns\":[\"id\"],\"rows\":[],\"truncated\":false}\n");
    QTest::newRow("a query as CSV")
        << db("query", {rich(), Ledger, S("SELECT NULL AS n, '' AS e, 'a,b' AS t"), S("--csv")})
        << QByteArray("n,e,t\r\n,\"\",\"a,b\"\r\n");
    QTest::newRow("a query for people")
        << db("query", {rich(), Ledger, S("SELECT char(27) || '[31m' AS t, NULL AS n")})
        << QByteArray("t           n\n\\u{1b}[31m  NULL\n");
}

void CtlDbTest::rowsAreTablesJsonOrCsv()
{
    QFETCH(QStringList, arguments);
    const CtlRun run = CtlRun::of(arguments);
    QCOMPARE(run.errors, QString());
    QCOMPARE(run.exitCode, 0);
    QTEST(run.output, "output");
    if (arguments.contains(S("--json")))
        QVERIFY(!run.json().isEmpty());
}

void CtlDbTest::everyFailureNamesTheThing_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, const QStringList &arguments, int code,
                        const char *reason) {
        QTest::newRow(name) << arguments << code << S(reason);
    };
    row("no database", db("tables", {rich(), S("2cff51beab88d843")}), 1, "2cff51beab88d843");
    row("no actor", db("tables", {rich(), S("nobody")}), 1, "nobody");
    row("no table", db("rows", {rich(), Ledger, S("nowhere")}), 1, "\"greenroomctl db tables\"");
    row("an index", db("rows", {rich(), Ledger, S("ix_entries_ref")}), 1, "ix_entries_ref");
    row("no such table to export", db("export", {rich(), Ledger, S("--table"), S("nowhere")}), 1,
        "nowhere");
    row("a statement that writes", db("query", {rich(), Ledger, S("DELETE FROM entries")}), 1,
        "it would change the table entries");
    row("a slip in the statement", db("query", {rich(), Ledger, S("SELECT * FORM entries")}), 1,
        "line 1, column 10");
    row("no statement", db("query", {rich(), Ledger}), 2, "usage: greenroomctl db query");
    row("a limit", db("rows", {rich(), Ledger, S("entries"), S("--limit"), S("-1")}), 2, "--limit");
    row("a skip", db("rows", {rich(), Ledger, S("entries"), S("--skip"), S("x")}), 2, "--skip");
    row("a format",
        db("export", {rich(), Ledger, S("--table"), S("entries"), S("--format"), S("xml")}), 2,
        "--format is csv or json");
    row("a format of nothing", db("export", {rich(), Ledger, S("--format"), S("csv")}), 2,
        "--table");
    row("half a command", {S("db")}, 2, "no command \"db\"");
}

void CtlDbTest::everyFailureNamesTheThing()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, reason);
    const CtlRun run = CtlRun::of(arguments);
    QTEST(run.exitCode, "exitCode");
    QCOMPARE(run.output, QByteArray());
    QVERIFY2(run.errors.contains(reason), qPrintable(run.errors));
}

void CtlDbTest::problemsAreToldAndDoNotStopTheAnswer()
{
    const CtlRun run =
        CtlRun::of(db("query", {folderOf("damaged/vfs-chunk-missing"), S("ledger/small"),
                                S("SELECT name FROM sqlite_schema LIMIT 1"), S("--csv")}));
    QVERIFY2(run.errors.contains(S("1 of 9 chunks missing")), qPrintable(run.errors));
    QCOMPARE(run.exitCode, 0);
    QVERIFY(run.output.startsWith("name\r\n"));
}

void CtlDbTest::theDatabaseIsExported()
{
    const StorageFolder folder;
    const CtlRun run = CtlRun::of(db("export", {rich(), Ledger, folder.path(S("out.sqlite"))}));
    QCOMPARE(run.errors, QString());
    QCOMPARE(run.exitCode, 0);
    const QByteArray file = folder.read(S("out.sqlite"));
    QCOMPARE(QCryptographicHash::hash(file, QCryptographicHash::Sha256).toHex(),
             QByteArray("6fd7d850441df7adfe2e033322e5c910de8b50d7473de635a1cf54121bf8fadc"));
    QVERIFY(CtlRun::of(db("export", {rich(), Ledger})).output == file);
}

void CtlDbTest::tablesAreExported_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("CSV by default")
        << "out" << QStringList() << QByteArray("id,name,balance,flags\r\n");
    QTest::newRow("JSON by its name") << "out.json" << QStringList() << QByteArray("[\n{\"id\":1,");
    QTest::newRow("as told") << "out.json" << QStringList{S("--format"), S("csv")}
                             << QByteArray("id,name,balance,flags\r\n");
}

void CtlDbTest::tablesAreExported()
{
    QFETCH(QString, file);
    QFETCH(QStringList, options);
    QFETCH(QByteArray, start);
    const StorageFolder folder;
    options << S("--table") << S("accounts");
    const CtlRun run = CtlRun::of(db("export", {rich(), Ledger, folder.path(file)}) + options);
    QCOMPARE(run.errors, QString());
    QCOMPARE(run.exitCode, 0);
    const QByteArray bytes = folder.read(file);
    QVERIFY2(bytes.startsWith(start), bytes.constData());
    if (start.startsWith('[')) {
        QCOMPARE(QJsonDocument::fromJson(bytes).array().size(), 50);
        options << S("--format") << S("json");
    }
    QVERIFY(CtlRun::of(db("export", {rich(), Ledger}) + options).output == bytes);
}

void CtlDbTest::nothingIsExportedIntoTheFolder()
{
    const StorageFolder folder(rich());
    const FolderSnapshot before = FolderSnapshot::of(folder.path());
    for (const char *inside : {"databases/out.db", "out", "state/../alarms/out"}) {
        const CtlRun run =
            CtlRun::of(db("export", {folder.path(), Ledger, folder.path(S(inside))}));
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.errors.contains(S("storage folder")), qPrintable(run.errors));
    }
    QCOMPARE(before.changesIn(FolderSnapshot::of(folder.path())), QString());
}

QTEST_GUILESS_MAIN(CtlDbTest)
#include "CtlDbTest.moc"
