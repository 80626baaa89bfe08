#include "CtlRun.h"
#include "Fixture.h"
#include "StorageFolder.h"

#include "ActorRecord.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

/// The command line itself: arguments, exit codes, what goes where.
class CtlTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyMisuseEndsWithTwoAndSaysWhy_data();
    void everyMisuseEndsWithTwoAndSaysWhy();
    void everyFailureEndsWithOneAndNamesTheThing_data();
    void everyFailureEndsWithOneAndNamesTheThing();
    void helpIsThereForTheProgramAndEachCommand_data();
    void helpIsThereForTheProgramAndEachCommand();
    void anActorIsFoundByItsNameAndKey_data();
    void anActorIsFoundByItsNameAndKey();
    void aNameThatFitsTwoActorsIsRefusedWithTheirIds();
    void pagesOfAListJoinUpToTheWholeList();
    void aListIsFilteredByItsExactName();
    void aLimitCutsTheKeyValuesAndSaysSo();
    void keyValuesAreCutToAPrefixAndTurnedAround();
    void aValueComesOutByteForByte();
    void theInspectorTokenIsMaskedUntilItIsAskedFor();
    void namesCannotPlayTricksOnTheTerminal();
    void timesBeyondTwoToThe53AreStrings();

private:
    static QString rich() { return Fixture(QStringLiteral("v2.2.1-rich")).path(); }
    static QString basic() { return Fixture(QStringLiteral("v2.2.1-basic")).path(); }
};

namespace {

const QString Json = QStringLiteral("--json");
const QString Mixed = QStringLiteral("fd219bbacb55255a");

QStringList idsIn(const CtlRun &run)
{
    QStringList ids;
    for (const QJsonValue &actor : run.json().value(QStringLiteral("actors")).toArray())
        ids << actor[QStringLiteral("actorId")].toString();
    return ids;
}

QStringList keysIn(const CtlRun &run)
{
    QStringList keys;
    for (const QJsonValue &entry : run.json().value(QStringLiteral("entries")).toArray())
        keys << entry[QStringLiteral("keyHex")].toString();
    return keys;
}

} // namespace

void CtlTest::everyMisuseEndsWithTwoAndSaysWhy_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("reason");
    QTest::newRow("nothing") << ""
                             << "no command";
    QTest::newRow("no such command") << "frobnicate x"
                                     << "frobnicate";
    QTest::newRow("half a command") << "kv"
                                    << "no command \"kv\"";
    QTest::newRow("no folder") << "list"
                               << "usage: greenroomctl list DIR";
    QTest::newRow("too many words") << "list a b"
                                    << "usage: greenroomctl list DIR";
    QTest::newRow("no actor") << "show a"
                              << "usage: greenroomctl show DIR ACTOR";
    QTest::newRow("no such option") << "list a --frob"
                                    << "frob";
    QTest::newRow("limit is no number") << "list DIR --limit x"
                                        << "--limit";
    QTest::newRow("limit is negative") << "list DIR --limit=-1"
                                       << "--limit";
    QTest::newRow("prefix is no hex") << "kv list DIR x --prefix 0g"
                                      << "--prefix";
    QTest::newRow("prefix has half a byte") << "kv list DIR x --prefix 040"
                                            << "--prefix";
    QTest::newRow("key is no hex") << "kv get DIR x zz"
                                   << "KEYHEX";
}

void CtlTest::everyMisuseEndsWithTwoAndSaysWhy()
{
    QFETCH(QString, arguments);
    QFETCH(QString, reason);
    QStringList words = arguments.split(u' ', Qt::SkipEmptyParts);
    words.replaceInStrings(QStringLiteral("DIR"), basic());
    const CtlRun run = CtlRun::of(words);
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.errors.contains(reason), qPrintable(run.errors));
    QVERIFY(run.output.isEmpty());
}

void CtlTest::everyFailureEndsWithOneAndNamesTheThing_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("thing");
    QTest::newRow("no such folder") << "list /nowhere/at/all"
                                    << "/nowhere/at/all";
    QTest::newRow("a file") << "list DIR/expected.json"
                            << "expected.json";
    QTest::newRow("no storage folder") << "list DIR/state"
                                       << "no storage folder";
    QTest::newRow("no such actor") << "show DIR nobody/home"
                                   << "nobody/home";
    QTest::newRow("an id that leaves the folder") << "show DIR ../expected.json"
                                                  << "expected.json";
    QTest::newRow("no such key") << "kv get DIR 0df3cd165d5b7a4f 04ff"
                                 << "04ff";
}

void CtlTest::everyFailureEndsWithOneAndNamesTheThing()
{
    QFETCH(QString, arguments);
    QFETCH(QString, thing);
    QStringList words = arguments.split(u' ');
    words.replaceInStrings(QStringLiteral("DIR"), basic());
    for (const QStringList &call : {words, words + QStringList(Json)}) {
        const CtlRun run = CtlRun::of(call);
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.errors.contains(thing), qPrintable(run.errors));
        QVERIFY(run.output.isEmpty());
    }
}

void CtlTest::helpIsThereForTheProgramAndEachCommand_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("line");
    QTest::newRow("program") << QStringList() << "Usage: greenroomctl COMMAND DIR";
    for (const char *command : {"list", "show", "alarms", "kv list", "kv get", "db tables",
                                "db rows", "db query", "db export"}) {
        const QString words = QString::fromLatin1(command);
        QTest::newRow(command) << words.split(u' ')
                               << QStringLiteral("Usage: greenroomctl %1 DIR").arg(words);
    }
}

void CtlTest::helpIsThereForTheProgramAndEachCommand()
{
    QFETCH(QStringList, words);
    QFETCH(QString, line);
    const CtlRun run = CtlRun::of(words + QStringList(QStringLiteral("--help")));
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.output.startsWith(line.toUtf8()), run.output.constData());
    QVERIFY(run.errors.isEmpty());
}

void CtlTest::anActorIsFoundByItsNameAndKey_data()
{
    QTest::addColumn<QString>("actor");
    QTest::addColumn<QString>("id");
    QTest::newRow("id") << "c40737c0f4a4ece0"
                        << "c40737c0f4a4ece0";
    QTest::newRow("name and key") << "reminders/several"
                                  << "c40737c0f4a4ece0";
    QTest::newRow("slash in a part, as it is") << "counter/a/b/c\\d"
                                               << "af3b06e0f5b1e750";
    QTest::newRow("slash in a part, escaped") << "counter/a\\/b/c\\\\d"
                                              << "af3b06e0f5b1e750";
    QTest::newRow("empty part") << "../a/"
                                << "8823b4577aaaf180";
    QTest::newRow("empty part, escaped") << "../a/\\0"
                                         << "8823b4577aaaf180";
    QTest::newRow("no key") << QString::fromUtf8("ünïcødé 🦀") << "6eb6f5eb5953cbc6";
    QTest::newRow("control character") << "counter/nul\\u{0}inside"
                                       << "639a92d17c640629";
}

void CtlTest::anActorIsFoundByItsNameAndKey()
{
    QFETCH(QString, actor);
    QFETCH(QString, id);
    const CtlRun run = CtlRun::of({QStringLiteral("show"), rich(), actor, Json});
    QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    QCOMPARE(run.json().value(QStringLiteral("actorId")).toString(), id);
}

void CtlTest::aNameThatFitsTwoActorsIsRefusedWithTheirIds()
{
    const StorageFolder folder;
    folder.makeParts();
    QStringList ids;
    for (const QStringList &key : {QStringList{QStringLiteral("b/c")},
                                   QStringList{QStringLiteral("b"), QStringLiteral("c")}}) {
        greenroom::ActorRecord record;
        record.name = QStringLiteral("a");
        record.key = key;
        record.actorId = greenroom::ActorId::of(record.name, record.key).text();
        ids << record.actorId;
        folder.write("state/" + record.actorId.toLatin1(), *encodeActorRecord(record));
    }
    const CtlRun run = CtlRun::of({QStringLiteral("show"), folder.path(), QStringLiteral("a/b/c")});
    QCOMPARE(run.exitCode, 1);
    for (const QString &id : std::as_const(ids))
        QVERIFY2(run.errors.contains(id), qPrintable(run.errors));
}

void CtlTest::pagesOfAListJoinUpToTheWholeList()
{
    const QStringList all = idsIn(CtlRun::of({QStringLiteral("list"), rich(), Json}));
    QCOMPARE(all.size(), 41);
    QStringList joined;
    QString cursor;
    do {
        const CtlRun page =
            CtlRun::of({QStringLiteral("list"), rich(), Json, QStringLiteral("--limit"),
                        QStringLiteral("7"), QStringLiteral("--cursor"), cursor});
        QVERIFY(idsIn(page).size() <= 7);
        joined += idsIn(page);
        cursor = page.json().value(QStringLiteral("cursor")).toString();
    } while (!cursor.isEmpty());
    QCOMPARE(joined, all);
}

void CtlTest::aListIsFilteredByItsExactName()
{
    const CtlRun run = CtlRun::of(
        {QStringLiteral("list"), rich(), Json, QStringLiteral("--name"), QStringLiteral("store")});
    QCOMPARE(idsIn(run).size(), 3);
    const CtlRun none = CtlRun::of(
        {QStringLiteral("list"), rich(), Json, QStringLiteral("--name"), QStringLiteral("stor")});
    QCOMPARE(none.exitCode, 0);
    QVERIFY(idsIn(none).isEmpty());
}

void CtlTest::aLimitCutsTheKeyValuesAndSaysSo()
{
    const QStringList call{QStringLiteral("kv"), QStringLiteral("list"), rich(),
                           QStringLiteral("store/many"), Json};
    const CtlRun whole = CtlRun::of(call);
    QCOMPARE(keysIn(whole).size(), 1003);
    QCOMPARE(whole.json().value(QStringLiteral("truncated")), QJsonValue(false));

    const CtlRun cut =
        CtlRun::of(call + QStringList{QStringLiteral("--limit"), QStringLiteral("5")});
    QCOMPARE(keysIn(cut), keysIn(whole).first(5));
    QCOMPARE(cut.json().value(QStringLiteral("truncated")), QJsonValue(true));

    const CtlRun none =
        CtlRun::of(call + QStringList{QStringLiteral("--limit"), QStringLiteral("0")});
    QCOMPARE(none.exitCode, 0);
    QVERIFY(keysIn(none).isEmpty());
}

void CtlTest::keyValuesAreCutToAPrefixAndTurnedAround()
{
    const QStringList call{QStringLiteral("kv"), QStringLiteral("list"), rich(), Mixed, Json};
    QStringList users = keysIn(CtlRun::of(call)).filter(QRegularExpression(QStringLiteral("^04")));
    const CtlRun run =
        CtlRun::of(call + QStringList{QStringLiteral("--prefix"), QStringLiteral("04"),
                                      QStringLiteral("--reverse")});
    std::reverse(users.begin(), users.end());
    QVERIFY(users.size() > 10);
    QCOMPARE(keysIn(run), users);
}

void CtlTest::aValueComesOutByteForByte()
{
    const QStringList call{QStringLiteral("kv"), QStringLiteral("get"), rich(), Mixed,
                           QString::fromLatin1(QByteArray("\4bin").toHex())};
    QByteArray bytes;
    for (int i = 0; i < 256; ++i)
        bytes.append(char(i));
    QCOMPARE(CtlRun::of(call).output, bytes);
    QCOMPARE(
        CtlRun::of(call + QStringList(Json)).json().value(QStringLiteral("valueHex")).toString(),
        QString::fromLatin1(bytes.toHex()));
}

void CtlTest::theInspectorTokenIsMaskedUntilItIsAskedFor()
{
    const QString secrets = QStringLiteral("--with-secrets");
    const QStringList get{QStringLiteral("kv"), QStringLiteral("get"), rich(), Mixed,
                          QStringLiteral("03")};
    const QByteArray token = CtlRun::of(get + QStringList(secrets)).output;
    QCOMPARE(token.size(), 43);
    const CtlRun refused = CtlRun::of(get);
    QCOMPARE(refused.exitCode, 1);
    QVERIFY(refused.output.isEmpty());
    QVERIFY(refused.errors.contains(secrets));

    const QStringList list{QStringLiteral("kv"), QStringLiteral("list"), rich(), Mixed};
    const QStringList lines{QStringLiteral("kv"), QStringLiteral("export"), rich(), Mixed};
    const auto tells = [&token](const QStringList &call) {
        const QByteArray output = CtlRun::of(call).output;
        return output.contains(token) || output.contains(token.toHex()) ||
               output.contains(token.toHex(' ').first(20));
    };
    QVERIFY(CtlRun::of(list).output.contains("Inspector token"));
    for (const QStringList &call : {list, list + QStringList(Json), get + QStringList(Json), lines})
        QVERIFY2(!tells(call), qPrintable(call.join(u' ')));
    for (const QStringList &call : {list + QStringList(secrets), list + QStringList{Json, secrets},
                                    get + QStringList{Json, secrets}, lines + QStringList(secrets)})
        QVERIFY2(tells(call), qPrintable(call.join(u' ')));
}

void CtlTest::namesCannotPlayTricksOnTheTerminal()
{
    const StorageFolder folder;
    folder.makeParts();
    greenroom::ActorRecord record;
    record.actorId = QStringLiteral("trick");
    record.name = QStringLiteral("\x1b[2Jgone\r\n\u202e");
    folder.write("state/trick", *encodeActorRecord(record));
    for (const char *command : {"list", "show"}) {
        QStringList call{QString::fromLatin1(command), folder.path()};
        if (call.first() == QLatin1String("show"))
            call << record.actorId;
        const CtlRun run = CtlRun::of(call);
        QCOMPARE(run.exitCode, 0);
        QVERIFY(!run.output.contains('\x1b'));
        QVERIFY(!run.output.contains('\r'));
        QVERIFY(!run.output.contains("\u202e"));
        QVERIFY(run.output.contains("\\u{1b}[2Jgone\\r\\n"));
    }
}

void CtlTest::timesBeyondTwoToThe53AreStrings()
{
    const auto alarmOf = [](const QString &fixture) {
        const CtlRun run = CtlRun::of({QStringLiteral("alarms"), Fixture(fixture).path(), Json});
        return run.json().value(QStringLiteral("alarms"))[0][QStringLiteral("timestamp")];
    };
    QCOMPARE(alarmOf(QStringLiteral("damaged/alarm-2pow64-1")),
             QJsonValue(QStringLiteral("18446744073709551615")));
    QCOMPARE(alarmOf(QStringLiteral("damaged/alarm-zero")), QJsonValue(0));
}

QTEST_GUILESS_MAIN(CtlTest)
#include "CtlTest.moc"
