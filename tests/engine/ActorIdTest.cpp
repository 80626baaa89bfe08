#include "ActorId.h"
#include "Fixture.h"
#include "Outcome.h"

#include <QTest>

using namespace greenroom;

class ActorIdTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anIdIsTheHashOfNameAndKey_data();
    void anIdIsTheHashOfNameAndKey();
    void everyFixtureActorHasTheIdOfItsNameAndKey();
    void theTextIsWhatJavaScriptWrites_data();
    void theTextIsWhatJavaScriptWrites();
    void textThatIsNoPlainFileNameIsRefused_data();
    void textThatIsNoPlainFileNameIsRefused();
    void anyPlainFileNameIsAnId_data();
    void anyPlainFileNameIsAnId();
    void idsThatDifferInCaseAreTwoIds();
};

void ActorIdTest::anIdIsTheHashOfNameAndKey_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("key");
    QTest::addColumn<QString>("id");

    const QString counter = QStringLiteral("counter");
    QTest::newRow("room 0") << counter << QStringList{QStringLiteral("room"), QStringLiteral("0")}
                            << QStringLiteral("6b4ec915e185d8cb");
    QTest::newRow("room 1") << counter << QStringList{QStringLiteral("room"), QStringLiteral("1")}
                            << QStringLiteral("50882e4e3cf5f528");
    QTest::newRow("timer") << counter << QStringList{QStringLiteral("timer")}
                           << QStringLiteral("4087eddcf207a1c0");
    QTest::newRow("empty key") << counter << QStringList{} << QStringLiteral("76dea91135f9a6b0");
    QTest::newRow("beyond ASCII") << QStringLiteral("ünïcødé 🦀")
                                  << QStringList{QStringLiteral("ключ"), QStringLiteral("a/b")}
                                  << QStringLiteral("0750d75bdf0a9a5d");
}

void ActorIdTest::anIdIsTheHashOfNameAndKey()
{
    QFETCH(QString, name);
    QFETCH(QStringList, key);
    QTEST(ActorId::of(name, key).text(), "id");
}

void ActorIdTest::everyFixtureActorHasTheIdOfItsNameAndKey()
{
    int checked = 0;
    for (const QString &name : Fixture::names()) {
        const Fixture fixture(name);
        for (const QJsonObject &actor : fixture.actors()) {
            const QJsonObject record = actor.value(QStringLiteral("record")).toObject();
            QStringList key;
            bool summarised = false; // a string given by its hash only
            for (const QJsonValue &part : record.value(QStringLiteral("key")).toArray()) {
                summarised = summarised || !part.isString();
                key << part.toString();
            }
            if (summarised || !actor.value(QStringLiteral("idMatchesNameAndKey")).toBool())
                continue;
            const QString of =
                ActorId::of(record.value(QStringLiteral("name")).toString(), key).text();
            QVERIFY2(of == record.value(QStringLiteral("actorId")).toString(),
                     qPrintable(name + u' ' + key.join(u'/') + u' ' + of));
            ++checked;
        }
    }
    QCOMPARE_GE(checked, 150);
}

void ActorIdTest::theTextIsWhatJavaScriptWrites_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("json");

    const auto row = [](const char *name, const QString &text, const char *json) {
        QTest::newRow(name) << text << QByteArray(json);
    };
    row("plain", QStringLiteral("room"), "\"room\"");
    row("empty", QString(), "\"\"");
    row("quote and backslash", QStringLiteral("a\"b\\c"), "\"a\\\"b\\\\c\"");
    row("slash stays", QStringLiteral("a/b"), "\"a/b\"");
    row("short escapes", QStringLiteral("\b\f\n\r\t"), "\"\\b\\f\\n\\r\\t\"");
    row("NUL", QString(QChar(0)), "\"\\u0000\"");
    row("vertical tab", QString(QChar(0x0b)), "\"\\u000b\"");
    row("last control in lower case", QString(QChar(0x1f)), "\"\\u001f\"");
    row("delete stays", QString(QChar(0x7f)), "\"\x7f\"");
    row("C1 control stays", QString(QChar(0x85)), "\"\xc2\x85\"");
    row("line separator stays", QString(QChar(0x2028)), "\"\xe2\x80\xa8\"");
    row("byte order mark stays", QString(QChar(0xfeff)), "\"\xef\xbb\xbf\"");
    row("emoji stays", QStringLiteral("🦀"), "\"\xf0\x9f\xa6\x80\"");
    row("lone high surrogate", QString(QChar(0xd83e)), "\"\\ud83e\"");
    row("lone low surrogate", QString(QChar(0xdd80)), "\"\\udd80\"");
    row("surrogates in the wrong order", QString(QChar(0xdd80)) + QChar(0xd83e),
        "\"\\udd80\\ud83e\"");
    row("high surrogate before a pair", QString(QChar(0xd83e)) + QStringLiteral("🦀"),
        "\"\\ud83e\xf0\x9f\xa6\x80\"");
    row("high surrogate before text", QString(QChar(0xd83e)) + u'x', "\"\\ud83ex\"");
}

void ActorIdTest::theTextIsWhatJavaScriptWrites()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, json);
    QCOMPARE(actorIdentityJson(text, {}), '[' + json + ",[]]");
    QCOMPARE(actorIdentityJson(QStringLiteral("n"), {text, text}),
             "[\"n\",[" + json + ',' + json + "]]");
}

void ActorIdTest::textThatIsNoPlainFileNameIsRefused_data()
{
    QTest::addColumn<QString>("text");

    QTest::newRow("empty") << QString();
    QTest::newRow("this folder") << QStringLiteral(".");
    QTest::newRow("the folder above") << QStringLiteral("..");
    QTest::newRow("out of the folder") << QStringLiteral("../victim");
    QTest::newRow("absolute") << QStringLiteral("/etc/x");
    QTest::newRow("in a folder") << QStringLiteral("x/y");
    QTest::newRow("backslash") << QStringLiteral("x\\y");
    QTest::newRow("NUL") << QStringLiteral("a") + QChar(0) + u'b';
    QTest::newRow("newline") << QStringLiteral("a\n");
    QTest::newRow("delete") << QStringLiteral("a") + QChar(0x7f);
    QTest::newRow("colon") << QStringLiteral("a:b");
    QTest::newRow("230 letters") << QString(230, u'L');
    QTest::newRow("201 letters") << QString(201, u'L');
    QTest::newRow("101 two-byte letters") << QString(101, QChar(0xe9));
    QTest::newRow("CON") << QStringLiteral("CON");
    QTest::newRow("con with an extension") << QStringLiteral("con.txt");
    QTest::newRow("nul") << QStringLiteral("nul");
    QTest::newRow("COM1") << QStringLiteral("COM1");
    QTest::newRow("lpt9") << QStringLiteral("lpt9");
    QTest::newRow("lone surrogate") << QString(QChar(0xd800));
}

void ActorIdTest::textThatIsNoPlainFileNameIsRefused()
{
    QFETCH(QString, text);
    const Result<ActorId> id = ActorId::fromText(text);
    QCOMPARE(outcomeOf(id), QStringLiteral("bad-actor-id"));
    QVERIFY(messageOf(id).size() > QStringLiteral("not an actor id: ").size());
}

void ActorIdTest::anyPlainFileNameIsAnId_data()
{
    QTest::addColumn<QString>("text");

    QTest::newRow("as rivetkit makes it") << QStringLiteral("6b4ec915e185d8cb");
    QTest::newRow("hidden") << QStringLiteral(".DS_Store");
    QTest::newRow("three dots") << QStringLiteral("...");
    QTest::newRow("with .tmp. in it") << QStringLiteral("job.tmp.1");
    QTest::newRow("begins like a device") << QStringLiteral("console");
    QTest::newRow("200 letters") << QString(200, u'L');
    QTest::newRow("100 two-byte letters") << QString(100, QChar(0xe9));
    QTest::newRow("space and percent") << QStringLiteral("a b%2f?#");
    QTest::newRow("emoji") << QStringLiteral("🦀");
}

void ActorIdTest::anyPlainFileNameIsAnId()
{
    QFETCH(QString, text);
    const Result<ActorId> id = ActorId::fromText(text);
    QCOMPARE(outcomeOf(id), QStringLiteral("ok"));
    QCOMPARE(id->text(), text);
}

void ActorIdTest::idsThatDifferInCaseAreTwoIds()
{
    QVERIFY(*ActorId::fromText(QStringLiteral("A")) != *ActorId::fromText(QStringLiteral("a")));
}

QTEST_GUILESS_MAIN(ActorIdTest)
#include "ActorIdTest.moc"
