#include "CtlRun.h"
#include "Fixture.h"
#include "FolderSnapshot.h"
#include "StorageFolder.h"

#include "Clock.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace greenroom;

/// The commands that change a folder which nobody runs.
class CtlCommandsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyMisuseEndsWithTwoAndLeavesTheFolder_data();
    void everyMisuseEndsWithTwoAndLeavesTheFolder();
    void everyFailureEndsWithOneAndLeavesTheFolder_data();
    void everyFailureEndsWithOneAndLeavesTheFolder();
    void whatIsNoStorageFolderIsNotMadeOne_data();
    void whatIsNoStorageFolderIsNotMadeOne();
    void helpIsThereForEachCommand_data();
    void helpIsThereForEachCommand();

    void anActorIsCreatedUnderAnyKey_data();
    void anActorIsCreatedUnderAnyKey();
    void anActorIsCreatedOnce();
    void aFolderIsMadeForTheFirstActor();

    void wakingStartsAnActorAndPutsItToSleepAgain();
    void wakingWithoutADefinitionSaysWhatIsMissing();
    void anActorThatRunsNowhereIsNotPutToSleep();

    void destroyingLeavesNothing();
    void destroyingSeveralTellsOfEach();
    void destroyingNamesOneActorOnce();
    void aDamagedActorCanBeDestroyed();
    void destroyingIsNotDoneUnasked();

    void anAlarmIsSetToAnyTime_data();
    void anAlarmIsSetToAnyTime();
    void anAlarmInASpanFromNowIsSet();
    void aLaterAlarmTakesThePlaceOfThePendingOne();
    void anAlarmIsCancelled();
    void aDamagedAlarmIsNotCancelledButReplaced();
    void firingAnswersOneAlarmAndNoOther();
    void anAlarmThatFailsStaysPending();

    void aValueIsStoredByteForByte_data();
    void aValueIsStoredByteForByte();
    void aValueOverItsLimitIsRefused();
    void keysOfRivetkitItselfAreNotChangedByMistake();
    void keysAreDeletedAndMissingOnesAreNamed();
    void textAndHexadecimalNameTheSameKey();

    void anActorGoesThroughABundle();
    void aBundleGoesThroughAPipe();
    void anImportSaysWhatIsInItsWay();
    void whatIsNoStorageFolderGetsNoActor();
    void keyValuesAreExportedAsLines();

private:
    static CtlRun call(const StorageFolder &folder, QStringList words,
                       const QByteArray &input = {});
    static QString create(const StorageFolder &folder, const QString &name,
                          const QStringList &options = {});
};

namespace {

const QString Json = QStringLiteral("--json");
const QString Demo = QStringLiteral(GREENROOM_DEMO_ACTORS);

} // namespace

/// Runs a command whose words DIR stand for the folder.
CtlRun CtlCommandsTest::call(const StorageFolder &folder, QStringList words,
                             const QByteArray &input)
{
    for (QString &word : words) {
        if (word == QLatin1String("DIR"))
            word = folder.path();
    }
    return CtlRun::of(words, input);
}

QString CtlCommandsTest::create(const StorageFolder &folder, const QString &name,
                                const QStringList &options)
{
    const CtlRun run = call(
        folder, QStringList{QStringLiteral("create"), QStringLiteral("DIR"), name, Json} + options);
    if (run.exitCode != 0)
        qWarning("%s", qPrintable(run.errors));
    return run.json()[QLatin1String("actorId")].toString();
}

void CtlCommandsTest::everyMisuseEndsWithTwoAndLeavesTheFolder_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, const char *words, const char *reason) {
        QTest::newRow(name) << QString::fromUtf8(words).split(u' ') << QString::fromUtf8(reason);
    };
    row("create without a name", "create DIR", "usage: greenroomctl create DIR NAME");
    row("input is no JSON", "create DIR x --input {", "--input");
    row("input is two values", "create DIR x --input 1,2", "--input:");
    row("input is nothing", "create DIR x --input= ", "usage");
    row("nobody to destroy", "destroy DIR", "usage: greenroomctl destroy DIR ACTOR…");
    row("half an alarm", "alarm DIR a", "no command");
    row("no time", "alarm set DIR a", "usage: greenroomctl alarm set DIR ACTOR WHEN");
    for (const char *time : {"soon", "+5", "+5m", "+s", "+-5s", "-5s", "+5S", "1e3", "2026-13-01",
                             "2026-12-24T25:00:00", "1969-01-01T00:00:00Z", "5s",
                             "99999999999999999999", "+99999999999999999999d"})
        row(time, qPrintable(QStringLiteral("alarm set DIR a -- %1").arg(QLatin1String(time))),
            "is no time");
    row("no value", "kv put DIR a 0461", "either VALUE or --file");
    row("two values", "kv put DIR a 0461 x --file y", "either VALUE or --file");
    row("key is no hex", "kv put DIR a count x", "--text");
    row("key has half a byte", "kv put DIR a 046 x", "KEYHEX");
    row("value is no hex", "kv put DIR a 0461 xyz --hex", "--hex");
    row("export tells of no file", "export DIR a --json", "--json tells of a FILE");
    row("prefix is no hex", "kv export DIR a --prefix xy", "--prefix");
    row("import of nothing", "import DIR", "usage: greenroomctl import DIR FILE");
    row("import under no name", "import DIR x --as /a", "--as needs a name");
    row("import under a key alone", "import DIR x --key a", "--key goes with --as");
    row("no key to delete", "kv delete DIR a", "usage: greenroomctl kv delete DIR ACTOR KEYHEX…");
    row("one of the keys is no hex", "kv delete DIR a 0461 q", "KEYHEX");
}

void CtlCommandsTest::everyMisuseEndsWithTwoAndLeavesTheFolder()
{
    QFETCH(QStringList, words);
    QFETCH(QString, reason);
    const StorageFolder folder;
    folder.makeParts();
    const FolderSnapshot before = FolderSnapshot::of(folder.path());
    const CtlRun run = call(folder, words);
    QVERIFY2(run.errors.contains(reason), qPrintable(run.errors));
    QCOMPARE(run.exitCode, 2);
    QVERIFY(run.output.isEmpty());
    QCOMPARE(before.changesIn(FolderSnapshot::of(folder.path())), QString());
}

void CtlCommandsTest::everyFailureEndsWithOneAndLeavesTheFolder_data()
{
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char *words) {
        QTest::newRow(words) << QString::fromUtf8(words).split(u' ');
    };
    for (const char *actor : {"nobody", "../state/x", "..", ".", "/etc/passwd", "a\\0b", "%00",
                              "\xe2\x80\xae", "CON"}) {
        for (const char *words :
             {"wake DIR %1", "sleep DIR %1", "destroy --yes DIR %1", "alarm set DIR %1 +1s",
              "alarm cancel DIR %1", "alarm fire DIR %1", "kv put DIR %1 0461 x",
              "kv delete DIR %1 0461", "export DIR %1 -", "kv export DIR %1"})
            row(qPrintable(QString::fromUtf8(words).arg(QString::fromUtf8(actor))));
    }
}

void CtlCommandsTest::everyFailureEndsWithOneAndLeavesTheFolder()
{
    QFETCH(QStringList, words);
    const StorageFolder folder;
    QVERIFY(!create(folder, QStringLiteral("counter")).isEmpty());
    const QStringList before = FolderSnapshot::of(folder.path()).names();
    const CtlRun run = call(folder, words);
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains(QStringLiteral("no actor in")), qPrintable(run.errors));
    QVERIFY(run.output.isEmpty());
    QCOMPARE(FolderSnapshot::of(folder.path()).names(), before);
}

void CtlCommandsTest::whatIsNoStorageFolderIsNotMadeOne_data()
{
    QTest::addColumn<QStringList>("words");
    for (const char *words :
         {"run DIR", "create DIR x", "wake DIR x", "sleep DIR x", "destroy DIR x --yes",
          "alarm set DIR x +1s", "alarm cancel DIR x", "alarm fire DIR x", "kv put DIR x 0461 y",
          "kv delete DIR x 0461", "export DIR x -", "kv export DIR x"})
        QTest::newRow(words) << QString::fromLatin1(words).split(u' ');
}

void CtlCommandsTest::whatIsNoStorageFolderIsNotMadeOne()
{
    QFETCH(QStringList, words);
    const StorageFolder folder;
    folder.write("notes.txt", "mine");
    const FolderSnapshot before = FolderSnapshot::of(folder.path());
    const CtlRun run = call(folder, words);
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains(QStringLiteral("no storage folder")), qPrintable(run.errors));
    QCOMPARE(before.changesIn(FolderSnapshot::of(folder.path())), QString());
}

void CtlCommandsTest::helpIsThereForEachCommand_data()
{
    QTest::addColumn<QString>("command");
    for (const char *command :
         {"run", "create", "wake", "sleep", "destroy", "alarm set", "alarm cancel", "alarm fire",
          "kv put", "kv delete", "export", "import", "kv export"})
        QTest::newRow(command) << QString::fromLatin1(command);
}

void CtlCommandsTest::helpIsThereForEachCommand()
{
    QFETCH(QString, command);
    const CtlRun run = CtlRun::of(command.split(u' ') + QStringList(QStringLiteral("--help")));
    QCOMPARE(run.exitCode, 0);
    QVERIFY(
        run.output.startsWith(QStringLiteral("Usage: greenroomctl %1 DIR").arg(command).toUtf8()));
    const CtlRun general = CtlRun::of({QStringLiteral("--help")});
    QVERIFY(general.output.contains("\n  " + command.toUtf8() + " DIR"));
}

void CtlCommandsTest::anActorIsCreatedUnderAnyKey_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("key");
    QTest::newRow("no key") << "counter" << QStringList();
    QTest::newRow("parts") << "counter" << QStringList{QStringLiteral("a"), QStringLiteral("b")};
    QTest::newRow("slashes and empty parts")
        << "a/b" << QStringList{QStringLiteral("c/d"), QString(), QStringLiteral("/"), QString()};
    QTest::newRow("unicode") << QString::fromUtf8("ünïcødé 🦀")
                             << QStringList{QString::fromUtf8("ключ"), QString::fromUtf8("\u202e"),
                                            QString::fromUtf8("👨‍👩‍👧‍👦")};
    QTest::newRow("looks like options")
        << "create" << QStringList{QStringLiteral("--yes"), QStringLiteral("-x")};
    QTest::newRow("controls and quotes")
        << "q\"'`$(x)" << QStringList{QStringLiteral("line\nbreak\ttab"), QStringLiteral("\\0")};
    QTest::newRow("long") << "long" << QStringList{QString(60'000, u'x')};
}

void CtlCommandsTest::anActorIsCreatedUnderAnyKey()
{
    QFETCH(QString, name);
    QFETCH(QStringList, key);
    const StorageFolder folder;
    QStringList options;
    for (const QString &part : key)
        options << QStringLiteral("--key=") + part;
    const QString id = create(folder, name, options);
    QCOMPARE(id, ActorId::of(name, key).text());
    const QJsonObject shown =
        call(folder, {QStringLiteral("show"), QStringLiteral("DIR"), id, Json}).json();
    QCOMPARE(shown[QLatin1String("name")].toString(), name);
    QCOMPARE(shown[QLatin1String("key")].toArray(), QJsonArray::fromStringList(key));
    QCOMPARE(shown[QLatin1String("status")].toString(), QStringLiteral("created"));
    QVERIFY(shown[QLatin1String("startTs")].isNull());
}

void CtlCommandsTest::anActorIsCreatedOnce()
{
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("counter"));
    const FolderSnapshot before = FolderSnapshot::of(folder.path(QStringLiteral("state")));
    const CtlRun again =
        call(folder, {QStringLiteral("create"), QStringLiteral("DIR"), QStringLiteral("counter"),
                      QStringLiteral("--input"), QStringLiteral("1")});
    QCOMPARE(again.exitCode, 1);
    QVERIFY2(again.errors.contains(QStringLiteral("exists already")), qPrintable(again.errors));
    QCOMPARE(before.changesIn(FolderSnapshot::of(folder.path(QStringLiteral("state")))), QString());
}

void CtlCommandsTest::aFolderIsMadeForTheFirstActor()
{
    const StorageFolder folder;
    const QString path = folder.path(QStringLiteral("new/one"));
    const CtlRun run =
        CtlRun::of({QStringLiteral("create"), path, QStringLiteral("counter"), Json});
    QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    const CtlRun list = CtlRun::of({QStringLiteral("list"), path, Json});
    QCOMPARE(list.json()[QLatin1String("actors")].toArray().size(), 1);
}

void CtlCommandsTest::wakingStartsAnActorAndPutsItToSleepAgain()
{
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("counter"));
    const CtlRun woken = call(folder, {QStringLiteral("wake"), QStringLiteral("DIR"), id,
                                       QStringLiteral("--plugin"), Demo, Json});
    QVERIFY2(woken.exitCode == 0, qPrintable(woken.errors));
    QCOMPARE(woken.json()[QLatin1String("status")].toString(), QStringLiteral("sleeping"));
    QVERIFY(!woken.json()[QLatin1String("startTs")].isNull());
    const CtlRun text = call(folder, {QStringLiteral("wake"), QStringLiteral("DIR"), id,
                                      QStringLiteral("--plugin"), Demo});
    QVERIFY(text.output.contains("put it to sleep again"));
}

void CtlCommandsTest::wakingWithoutADefinitionSaysWhatIsMissing()
{
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("nothing of the kind"));
    const CtlRun run = call(folder, {QStringLiteral("wake"), QStringLiteral("DIR"), id,
                                     QStringLiteral("--plugin"), Demo});
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains(QStringLiteral("\"nothing of the kind\"")),
             qPrintable(run.errors));
    QVERIFY(run.errors.contains(QStringLiteral("counter"))); // what is defined
}

void CtlCommandsTest::anActorThatRunsNowhereIsNotPutToSleep()
{
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("counter"));
    const CtlRun run = call(folder, {QStringLiteral("sleep"), QStringLiteral("DIR"), id});
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains(QStringLiteral("not running")), qPrintable(run.errors));
}

void CtlCommandsTest::destroyingLeavesNothing()
{
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("counter"));
    call(folder, {QStringLiteral("alarm"), QStringLiteral("set"), QStringLiteral("DIR"), id,
                  QStringLiteral("+1h")});
    const CtlRun run = call(folder, {QStringLiteral("destroy"), QStringLiteral("DIR"),
                                     QStringLiteral("counter"), QStringLiteral("--yes")});
    QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    QCOMPARE(run.output, "Destroyed counter (" + id.toUtf8() + ").\n");
    for (const QString &name : FolderSnapshot::of(folder.path()).names())
        QVERIFY2(!name.contains(id), qPrintable(name));
    QCOMPARE(create(folder, QStringLiteral("counter")), id);
}

void CtlCommandsTest::destroyingSeveralTellsOfEach()
{
    const StorageFolder folder;
    const QString one = create(folder, QStringLiteral("one"));
    const QString two = create(folder, QStringLiteral("two"));
    const CtlRun run = call(folder, {QStringLiteral("destroy"), QStringLiteral("DIR"), one,
                                     QStringLiteral("nobody"), two, QStringLiteral("--yes"), Json});
    QCOMPARE(run.exitCode, 1);
    const QJsonArray results = run.json()[QLatin1String("results")].toArray();
    QCOMPARE(results.size(), 3);
    QCOMPARE(results[0][QLatin1String("destroyed")], QJsonValue(true));
    QCOMPARE(results[1][QLatin1String("destroyed")], QJsonValue(false));
    QCOMPARE(results[1][QLatin1String("error")], QJsonValue(QStringLiteral("not-found")));
    QCOMPARE(results[2][QLatin1String("actorId")], QJsonValue(two));
    QCOMPARE(results[2][QLatin1String("destroyed")], QJsonValue(true));
    QVERIFY(call(folder, {QStringLiteral("list"), QStringLiteral("DIR"), Json})
                .json()[QLatin1String("actors")]
                .toArray()
                .isEmpty());
}

void CtlCommandsTest::destroyingNamesOneActorOnce()
{
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("one"));
    const CtlRun run = call(folder, {QStringLiteral("destroy"), QStringLiteral("DIR"), id,
                                     QStringLiteral("one"), QStringLiteral("--yes"), Json});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.json()[QLatin1String("results")].toArray().size(), 1);
}

void CtlCommandsTest::aDamagedActorCanBeDestroyed()
{
    const StorageFolder folder;
    folder.makeParts();
    folder.write("state/0123456789abcdef", "no record");
    const CtlRun run = call(folder, {QStringLiteral("destroy"), QStringLiteral("DIR"),
                                     QStringLiteral("0123456789abcdef"), QStringLiteral("--yes")});
    QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    QVERIFY(!QFile::exists(folder.path(QStringLiteral("state/0123456789abcdef"))));
}

void CtlCommandsTest::destroyingIsNotDoneUnasked()
{
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("one"));
    const FolderSnapshot before = FolderSnapshot::of(folder.path());
    const CtlRun run =
        call(folder, {QStringLiteral("destroy"), QStringLiteral("DIR"), id}, "yes\n");
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.errors.contains(QStringLiteral("--yes")), qPrintable(run.errors));
    QCOMPARE(before.changesIn(FolderSnapshot::of(folder.path())), QString());
}

void CtlCommandsTest::anAlarmIsSetToAnyTime_data()
{
    QTest::addColumn<QString>("when");
    QTest::addColumn<qint64>("ms");
    QTest::newRow("milliseconds") << "1893553445678" << 1893553445678LL;
    QTest::newRow("long ago") << "0" << 0LL;
    QTest::newRow("the last there is") << "9007199254740992" << 9007199254740992LL;
    QTest::newRow("UTC") << "2030-01-02T03:04:05Z" << 1893553445000LL;
    QTest::newRow("a zone") << "2030-01-02T04:04:05.678+01:00" << 1893553445678LL;
    QTest::newRow("as it is printed") << "2030-01-02 03:04:05.678Z" << 1893553445678LL;
}

void CtlCommandsTest::anAlarmIsSetToAnyTime()
{
    QFETCH(QString, when);
    QFETCH(qint64, ms);
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("one"));
    const CtlRun run = call(folder, {QStringLiteral("alarm"), QStringLiteral("set"),
                                     QStringLiteral("DIR"), id, when, Json});
    QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    QCOMPARE(run.json()[QLatin1String("alarmAt")].toInteger(-1), ms);
}

void CtlCommandsTest::anAlarmInASpanFromNowIsSet()
{
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("one"));
    const std::pair<const char *, qint64> spans[] = {{"+500ms", 500},
                                                     {"+5s", 5000},
                                                     {"+3min", 180'000},
                                                     {"+2h", 7'200'000},
                                                     {"+1d", 86'400'000}};
    for (const auto &[span, ms] : spans) {
        const qint64 before = qint64(SystemClock().now().ms);
        const CtlRun run =
            call(folder, {QStringLiteral("alarm"), QStringLiteral("set"), QStringLiteral("DIR"), id,
                          QString::fromLatin1(span), Json});
        const qint64 at = run.json()[QLatin1String("alarmAt")].toInteger(-1);
        QVERIFY2(at >= before + ms && at <= qint64(SystemClock().now().ms) + ms, span);
    }
}

void CtlCommandsTest::aLaterAlarmTakesThePlaceOfThePendingOne()
{
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("one"));
    for (const char *when : {"1000", "9000", "5000"}) {
        const CtlRun run =
            call(folder, {QStringLiteral("alarm"), QStringLiteral("set"), QStringLiteral("DIR"), id,
                          QString::fromLatin1(when), Json});
        QCOMPARE(QString::number(run.json()[QLatin1String("alarmAt")].toInteger()),
                 QString::fromLatin1(when));
    }
}

void CtlCommandsTest::anAlarmIsCancelled()
{
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("one"));
    const QStringList cancel{QStringLiteral("alarm"), QStringLiteral("cancel"),
                             QStringLiteral("DIR"), id};
    call(folder, {QStringLiteral("alarm"), QStringLiteral("set"), QStringLiteral("DIR"), id,
                  QStringLiteral("+1h")});
    const CtlRun run = call(folder, cancel);
    QCOMPARE(run.exitCode, 0);
    QVERIFY(run.output.startsWith("Cancelled"));
    QVERIFY(!QFile::exists(folder.layout().alarmFile(*ActorId::fromText(id))));
    const CtlRun again = call(folder, cancel);
    QCOMPARE(again.exitCode, 0);
    QVERIFY(again.output.contains("had no alarm"));
}

void CtlCommandsTest::aDamagedAlarmIsNotCancelledButReplaced()
{
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("one"));
    folder.write("alarms/" + id.toLatin1(), "no alarm");
    const CtlRun cancelled = call(
        folder, {QStringLiteral("alarm"), QStringLiteral("cancel"), QStringLiteral("DIR"), id});
    QCOMPARE(cancelled.exitCode, 1);
    QVERIFY2(cancelled.errors.contains(QStringLiteral("alarm set")), qPrintable(cancelled.errors));
    const CtlRun set = call(folder, {QStringLiteral("alarm"), QStringLiteral("set"),
                                     QStringLiteral("DIR"), id, QStringLiteral("77"), Json});
    QCOMPARE(set.json()[QLatin1String("alarmAt")].toInteger(), 77);
}

void CtlCommandsTest::firingAnswersOneAlarmAndNoOther()
{
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("reminder"),
                              {QStringLiteral("--key=tea"), QStringLiteral("--input"),
                               QStringLiteral(R"({"everyMs":86400000})")});
    const QString other = create(folder, QStringLiteral("reminder"), {QStringLiteral("--key=b")});
    const QStringList fire{QStringLiteral("alarm"),
                           QStringLiteral("fire"),
                           QStringLiteral("DIR"),
                           id,
                           QStringLiteral("--plugin"),
                           Demo,
                           Json};

    const CtlRun none = call(folder, fire);
    QCOMPARE(none.exitCode, 1);
    QVERIFY2(none.errors.contains(QStringLiteral("no pending alarm")), qPrintable(none.errors));

    for (const QString &actor : {id, other}) {
        call(folder, {QStringLiteral("alarm"), QStringLiteral("set"), QStringLiteral("DIR"), actor,
                      actor == id ? QStringLiteral("+1d") : QStringLiteral("1")});
    }
    const CtlRun fired = call(folder, fire);
    QVERIFY2(fired.exitCode == 0, qPrintable(fired.errors));
    QCOMPARE(fired.json()[QLatin1String("status")].toString(), QStringLiteral("sleeping"));
    QVERIFY(fired.json()[QLatin1String("alarmAt")].toInteger() >
            qint64(SystemClock().now().ms)); // the next one
    const CtlRun latest =
        call(folder, {QStringLiteral("kv"), QStringLiteral("get"), QStringLiteral("DIR"), id,
                      QStringLiteral("--text"), QStringLiteral("latest")});
    QVERIFY2(latest.output.endsWith(" tea"), latest.output.constData());

    const QJsonObject untouched =
        call(folder, {QStringLiteral("show"), QStringLiteral("DIR"), other, Json}).json();
    QCOMPARE(untouched[QLatin1String("status")].toString(), QStringLiteral("created"));
    QCOMPARE(untouched[QLatin1String("alarmAt")].toInteger(), 1);
}

void CtlCommandsTest::anAlarmThatFailsStaysPending()
{
    const StorageFolder folder;
    const QString id = create(
        folder, QStringLiteral("flaky"),
        {QStringLiteral("--input"), QStringLiteral(R"({"alarmFailsEvery":1,"everyMs":900000})")});
    call(folder, {QStringLiteral("alarm"), QStringLiteral("set"), QStringLiteral("DIR"), id,
                  QStringLiteral("12345")});
    const QStringList fire{QStringLiteral("alarm"), QStringLiteral("fire"), QStringLiteral("DIR"),
                           id};
    for (const QStringList &options :
         {QStringList{QStringLiteral("--plugin"), Demo}, QStringList()}) {
        const CtlRun run = call(folder, fire + options);
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.errors.contains(options.isEmpty() ? QStringLiteral("load a plugin")
                                                       : QStringLiteral("attempt 1 fails")),
                 qPrintable(run.errors));
        QVERIFY(run.output.isEmpty());
        const QJsonObject shown =
            call(folder, {QStringLiteral("show"), QStringLiteral("DIR"), id, Json}).json();
        QCOMPARE(shown[QLatin1String("alarmAt")].toInteger(), 12345);
        QCOMPARE(shown[QLatin1String("status")].toString(), QStringLiteral("sleeping"));
    }
}

void CtlCommandsTest::aValueIsStoredByteForByte_data()
{
    QTest::addColumn<QStringList>("value");
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("bytes");
    const QString dash = QStringLiteral("-");
    QByteArray all;
    for (int i = 0; i < 256; ++i)
        all.append(char(i));
    QTest::newRow("text") << QStringList(QStringLiteral("hello")) << QByteArray()
                          << QByteArray("hello");
    QTest::newRow("unicode") << QStringList(QString::fromUtf8("🦀 ü")) << QByteArray()
                             << QByteArray("🦀 ü");
    QTest::newRow("nothing") << QStringList(QString()) << QByteArray() << QByteArray("");
    QTest::newRow("hexadecimal") << QStringList{QStringLiteral("--hex"), QStringLiteral("00ff0A")}
                                 << QByteArray() << QByteArray("\x00\xff\x0a", 3);
    QTest::newRow("a hyphen") << QStringList{QStringLiteral("--"), QStringLiteral("-5")}
                              << QByteArray() << QByteArray("-5");
    QTest::newRow("standard input") << QStringList{QStringLiteral("--file"), dash} << all << all;
    QTest::newRow("the largest there is")
        << QStringList{QStringLiteral("--file"), dash} << QByteArray(128 * 1024, 'x')
        << QByteArray(128 * 1024, 'x');
}

void CtlCommandsTest::aValueIsStoredByteForByte()
{
    QFETCH(QStringList, value);
    QFETCH(QByteArray, input);
    QFETCH(QByteArray, bytes);
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("one"));
    const CtlRun put = call(folder,
                            QStringList{QStringLiteral("kv"), QStringLiteral("put"),
                                        QStringLiteral("DIR"), id, QStringLiteral("0461")} +
                                value,
                            input);
    QVERIFY2(put.exitCode == 0, qPrintable(put.errors));
    const CtlRun get = call(folder, {QStringLiteral("kv"), QStringLiteral("get"),
                                     QStringLiteral("DIR"), id, QStringLiteral("0461")});
    QCOMPARE(get.output, bytes);
    QCOMPARE(get.exitCode, 0);
}

void CtlCommandsTest::aValueOverItsLimitIsRefused()
{
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("one"));
    for (const int size : {128 * 1024 + 1, 3 * 1024 * 1024}) {
        const CtlRun put =
            call(folder,
                 {QStringLiteral("kv"), QStringLiteral("put"), QStringLiteral("DIR"), id,
                  QStringLiteral("0461"), QStringLiteral("--file"), QStringLiteral("-")},
                 QByteArray(size, 'x'));
        QCOMPARE(put.exitCode, 1);
        QVERIFY(put.output.isEmpty());
        QVERIFY(!put.errors.isEmpty());
    }
}

void CtlCommandsTest::keysOfRivetkitItselfAreNotChangedByMistake()
{
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("one"));
    for (const char *key : {"01", "03", "050101", "", "abcd"}) {
        const QStringList put{QStringLiteral("kv"),     QStringLiteral("put"),
                              QStringLiteral("DIR"),    id,
                              QString::fromLatin1(key), QStringLiteral("x")};
        const CtlRun refused = call(folder, put);
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.errors.contains(QStringLiteral("--raw")), qPrintable(refused.errors));
    }
    const CtlRun raw =
        call(folder, {QStringLiteral("kv"), QStringLiteral("put"), QStringLiteral("DIR"), id,
                      QStringLiteral("abcd"), QStringLiteral("x"), QStringLiteral("--raw")});
    QVERIFY2(raw.exitCode == 0, qPrintable(raw.errors));
}

void CtlCommandsTest::keysAreDeletedAndMissingOnesAreNamed()
{
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("one"));
    for (const char *key : {"a", "b", "c"}) {
        call(folder, {QStringLiteral("kv"), QStringLiteral("put"), QStringLiteral("DIR"), id,
                      QStringLiteral("--text"), QString::fromLatin1(key), QStringLiteral("x")});
    }
    const CtlRun run = call(folder, {QStringLiteral("kv"), QStringLiteral("delete"),
                                     QStringLiteral("DIR"), id, QStringLiteral("0461"),
                                     QStringLiteral("0462"), QStringLiteral("047a"), Json});
    QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
    QCOMPARE(run.json()[QLatin1String("removed")].toArray(),
             QJsonArray({QStringLiteral("0461"), QStringLiteral("0462")}));
    QCOMPARE(run.json()[QLatin1String("missing")].toArray(), QJsonArray({QStringLiteral("047a")}));
    const CtlRun list =
        call(folder, {QStringLiteral("kv"), QStringLiteral("list"), QStringLiteral("DIR"), id, Json,
                      QStringLiteral("--prefix"), QStringLiteral("04")});
    QCOMPARE(list.json()[QLatin1String("entries")].toArray().size(), 1);
}

void CtlCommandsTest::textAndHexadecimalNameTheSameKey()
{
    const StorageFolder folder;
    const QString id = create(folder, QStringLiteral("one"));
    const QString key = QString::fromUtf8("ключ/🦀");
    call(folder, {QStringLiteral("kv"), QStringLiteral("put"), QStringLiteral("DIR"), id,
                  QStringLiteral("--text"), key, QStringLiteral("x")});
    const QString hex = QString::fromLatin1(('\4' + key.toUtf8()).toHex());
    const CtlRun get =
        call(folder, {QStringLiteral("kv"), QStringLiteral("get"), QStringLiteral("DIR"), id, hex});
    QCOMPARE(get.output, QByteArray("x"));
}

void CtlCommandsTest::anActorGoesThroughABundle()
{
    const StorageFolder folder, outside;
    const QString id = create(folder, QStringLiteral("counter"), {QStringLiteral("--key=a")});
    call(folder, {QStringLiteral("kv"), QStringLiteral("put"), QStringLiteral("DIR"), id,
                  QStringLiteral("0461"), QStringLiteral("kept")});
    call(folder, {QStringLiteral("alarm"), QStringLiteral("set"), QStringLiteral("DIR"), id,
                  QStringLiteral("2100-01-01T00:00:00Z")});
    const QString file = outside.path(QStringLiteral("a.actor"));
    const CtlRun exported =
        call(folder, {QStringLiteral("export"), QStringLiteral("DIR"), id, file, Json});
    QVERIFY2(exported.exitCode == 0, qPrintable(exported.errors));
    QCOMPARE(exported.json()[QLatin1String("entries")], QJsonValue(2));
    QCOMPARE(exported.json()[QLatin1String("alarm")], QJsonValue(true));
    QCOMPARE(exported.json()[QLatin1String("secrets")], QJsonValue(false));

    // Into a folder that is made for it, under its own key and another.
    const QString other = outside.path(QStringLiteral("new/folder"));
    const CtlRun same = CtlRun::of({QStringLiteral("import"), other, file, Json});
    QVERIFY2(same.exitCode == 0, qPrintable(same.errors));
    QCOMPARE(same.json()[QLatin1String("actorId")].toString(), id);
    const CtlRun moved = CtlRun::of({QStringLiteral("import"), other, file, QStringLiteral("--as"),
                                     QStringLiteral("counter/b/c"), Json});
    QVERIFY2(moved.exitCode == 0, qPrintable(moved.errors));
    const QStringList key{QStringLiteral("b"), QStringLiteral("c")};
    QCOMPARE(moved.json()[QLatin1String("actorId")].toString(),
             ActorId::of(QStringLiteral("counter"), key).text());
    const CtlRun precise =
        CtlRun::of({QStringLiteral("import"), other, file, QStringLiteral("--as=a/b"),
                    QStringLiteral("--key=c/d"), QStringLiteral("--key=")});
    QCOMPARE(precise.output,
             QStringLiteral("Imported a/b/c\\/d/\\0 (%1).\n")
                 .arg(ActorId::of(QStringLiteral("a/b"), {QStringLiteral("c/d"), QString()}).text())
                 .toUtf8());
    const QStringList show{QStringLiteral("kv"), QStringLiteral("list"), QStringLiteral("DIR"), id,
                           Json};
    QCOMPARE(CtlRun::of({show[0], show[1], other, id, Json}).output, call(folder, show).output);
    const CtlRun alarms = CtlRun::of({QStringLiteral("alarms"), other, Json});
    QCOMPARE(alarms.json()[QLatin1String("alarms")].toArray().size(), 3);
}

void CtlCommandsTest::aBundleGoesThroughAPipe()
{
    const StorageFolder folder, outside;
    const QString id = create(folder, QStringLiteral("counter"));
    const CtlRun piped = call(folder, {QStringLiteral("export"), QStringLiteral("DIR"), id});
    QVERIFY2(piped.exitCode == 0, qPrintable(piped.errors));
    outside.write("a.actor", piped.output);
    const CtlRun imported =
        CtlRun::of({QStringLiteral("import"), outside.path(QStringLiteral("folder")),
                    outside.path(QStringLiteral("a.actor"))});
    QVERIFY2(imported.exitCode == 0, qPrintable(imported.errors));
}

void CtlCommandsTest::anImportSaysWhatIsInItsWay()
{
    const StorageFolder folder, outside;
    const QString id = create(folder, QStringLiteral("counter"));
    const QString file = outside.path(QStringLiteral("a.actor"));
    QCOMPARE(call(folder, {QStringLiteral("export"), QStringLiteral("DIR"), id, file}).exitCode, 0);
    call(folder, {QStringLiteral("kv"), QStringLiteral("put"), QStringLiteral("DIR"), id,
                  QStringLiteral("0461"), QStringLiteral("later")});
    const QStringList import{QStringLiteral("import"), QStringLiteral("DIR"), file};
    const CtlRun refused = call(folder, import);
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.errors.contains(QStringLiteral("exists already")), qPrintable(refused.errors));
    const QStringList get{QStringLiteral("kv"), QStringLiteral("get"), QStringLiteral("DIR"), id,
                          QStringLiteral("0461")};
    QCOMPARE(call(folder, get).output, QByteArray("later"));
    const CtlRun replaced = call(folder, import + QStringList(QStringLiteral("--replace")));
    QVERIFY2(replaced.exitCode == 0, qPrintable(replaced.errors));
    QCOMPARE(call(folder, get).exitCode, 1);

    QByteArray bytes = outside.read(QStringLiteral("a.actor"));
    bytes[bytes.size() - 1] = char(bytes.back() + 1);
    outside.write("a.actor", bytes);
    const CtlRun damaged = call(folder, import + QStringList(QStringLiteral("--replace")));
    QCOMPARE(damaged.exitCode, 1);
    QVERIFY2(damaged.errors.contains(QStringLiteral("checksum")), qPrintable(damaged.errors));
}

void CtlCommandsTest::whatIsNoStorageFolderGetsNoActor()
{
    const StorageFolder folder, outside;
    const QString id = create(folder, QStringLiteral("counter"));
    const QString file = outside.path(QStringLiteral("a.actor"));
    QCOMPARE(call(folder, {QStringLiteral("export"), QStringLiteral("DIR"), id, file}).exitCode, 0);
    const FolderSnapshot before = FolderSnapshot::of(outside.path());
    const CtlRun run = call(outside, {QStringLiteral("import"), QStringLiteral("DIR"), file});
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains(QStringLiteral("no storage folder")), qPrintable(run.errors));
    // Nor is one made for what is no bundle.
    outside.write("b.actor", "no bundle");
    const CtlRun bad = CtlRun::of({QStringLiteral("import"), outside.path(QStringLiteral("new")),
                                   outside.path(QStringLiteral("b.actor"))});
    QCOMPARE(bad.exitCode, 1);
    QVERIFY(!QFile::exists(outside.path(QStringLiteral("new"))));
    QFile::remove(outside.path(QStringLiteral("b.actor")));
    QCOMPARE(FolderSnapshot::of(outside.path()).names(), before.names());
}

void CtlCommandsTest::keyValuesAreExportedAsLines()
{
    const Fixture fixture(QStringLiteral("v2.2.1-rich"));
    const StorageFolder folder(fixture.path());
    const QStringList words{QStringLiteral("kv"), QStringLiteral("export"), QStringLiteral("DIR"),
                            QStringLiteral("profile/rich")};
    const CtlRun lines = call(folder, words + QStringList(QStringLiteral("--with-secrets")));
    QVERIFY2(lines.exitCode == 0, qPrintable(lines.errors));
    QJsonArray entries;
    for (const QByteArray &line : lines.output.chopped(1).split('\n'))
        entries.append(QJsonDocument::fromJson(line).object());
    const CtlRun list =
        call(folder, {QStringLiteral("kv"), QStringLiteral("list"), QStringLiteral("DIR"), words[3],
                      Json, QStringLiteral("--with-secrets")});
    QJsonArray listed; // with what is decoded, which a line has not
    for (const QJsonValue &entry : list.json()[QLatin1String("entries")].toArray()) {
        QJsonObject plain = entry.toObject();
        plain.remove(QStringLiteral("decoded"));
        listed.append(plain);
    }
    QCOMPARE(entries, listed);
    const CtlRun without = call(folder, words);
    QCOMPARE(without.output.count('\n'), lines.output.count('\n') - 1);
    QVERIFY(!without.output.contains("inspector-token"));
    const CtlRun none = call(folder, words + QStringList{QStringLiteral("--prefix=ff")});
    QCOMPARE(none.exitCode, 0);
    QVERIFY(none.output.isEmpty());
}

QTEST_GUILESS_MAIN(CtlCommandsTest)
#include "CtlCommandsTest.moc"
