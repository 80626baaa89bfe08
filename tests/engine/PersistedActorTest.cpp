#include "PersistedActor.h"
#include "Fixture.h"
#include "Outcome.h"
#include "StateSplice.h"

#include <QTest>

using namespace greenroom;

class PersistedActorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNewActorIsWrittenAsRivetkitDoes();
    void everyVersionIsRead_data();
    void everyVersionIsRead();
    void anotherStateLeavesAllElseAsItIs_data();
    void anotherStateLeavesAllElseAsItIs();
    void aStateBehindDamageIsNotFound_data();
    void aStateBehindDamageIsNotFound();
    void everyFixturesStateIsPutBackByteForByte();
    void damageIsNamed_data();
    void damageIsNamed();
    void everyFixtureIsReadAsItsOwnDecoderDid();
};

void PersistedActorTest::aNewActorIsWrittenAsRivetkitDoes()
{
    QCOMPARE(encodePersistedActor({})->toHex(), QByteArray("0400"
                                                           "00"
                                                           "00"
                                                           "01f7"
                                                           "00"));
    QCOMPARE(encodePersistedActor({.input = "\x18\x2a"})->toHex(), QByteArray("0400"
                                                                              "0102182a"
                                                                              "00"
                                                                              "01f7"
                                                                              "00"));
    PersistedActor actor;
    actor.hasInitialized = true;
    actor.state = QByteArray::fromHex("b9000165636f756e7400");
    actor.scheduledEvents = {{QStringLiteral("18cb1ecf-9509-40a8-be26-82e0ca822e7d"),
                              1'801'295'413'422, QStringLiteral("inc"),
                              QByteArray::fromHex("8105")},
                             {QString(), -1, QString(), std::nullopt}};
    const auto bytes = encodePersistedActor(actor);
    QCOMPARE(*decodePersistedActor(*bytes), actor);
    QVERIFY(!encodePersistedActor(
        {.scheduledEvents = {{QString(QChar(0xd800)), 0, QString(), std::nullopt}}}));
}

void PersistedActorTest::everyVersionIsRead_data()
{
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<qint64>("time");
    QTest::newRow("4") << QByteArray("0400 0101 2a 01 01f7 01 0165 0700000000000000 0167 0101 80")
                       << 7LL;
    QTest::newRow("3") << QByteArray("0300 0101 2a 01 01f7 01 0165 f9ffffffffffffff 0167 0101 80")
                       << -7LL;
    QTest::newRow("2") << QByteArray("0200 0101 2a 01 01f7"
                                     "01 0163 0174 01f6 01f7 01 0173 0500000000000000 0101 ff"
                                     "01 0165 0700000000000000 00 0167 0101 80"
                                     "01 01ee 0500000000000000 ffffffffffffffff")
                       << 7LL;
    QTest::newRow("1") << QByteArray("0100 0101 2a 01 01f7"
                                     "01 0163 0174 01f6 01f7 00 0500000000000000"
                                     "01 0165 0700000000000000 00 0167 0101 80")
                       << 7LL;
}

void PersistedActorTest::everyVersionIsRead()
{
    QFETCH(QByteArray, hex);
    QFETCH(qint64, time);
    const auto actor = decodePersistedActor(QByteArray::fromHex(hex));
    QVERIFY2(actor, qPrintable(messageOf(actor)));
    QCOMPARE(*actor, (PersistedActor{.input = "\x2a",
                                     .hasInitialized = true,
                                     .state = "\xf7",
                                     .scheduledEvents = {{QStringLiteral("e"), time,
                                                          QStringLiteral("g"), "\x80"}}}));
}

/// The longer state has a length of two bytes.
void PersistedActorTest::anotherStateLeavesAllElseAsItIs_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("old");
    QTest::addColumn<QByteArray>("after");
    const QByteArray tail4 = "01 0165 0700000000000000 0167 0101 80";
    const QByteArray tail2 = "01 0163 0174 01f6 01f7 01 0173 0500000000000000 0101 ff"
                             "01 0165 0700000000000000 00 0167 0101 80"
                             "01 01ee 0500000000000000 ffffffffffffffff";
    const QByteArray tail1 = "01 0163 0174 01f6 01f7 00 0500000000000000"
                             "01 0165 0700000000000000 00 0167 0101 80";
    const QByteArray longer = "8201 01587f" + QByteArray("aa").repeated(127); // 130 bytes
    const auto row = [&](const char *name, const QByteArray &head, const QByteArray &tail) {
        QTest::newRow(name) << head + "01f7" + tail << QByteArray("f7") << head + longer + tail;
    };
    row("4", "0400 0101 2a 01", tail4);
    row("3", "0300 0101 2a 01", tail4);
    row("2", "0200 0101 2a 01", tail2);
    row("1", "0100 0101 2a 01", tail1);
    row("without an input", "0400 00 00", "00");
    QTest::newRow("an empty state")
        << QByteArray("0400 00 00 00 00") << QByteArray() << "0400 00 00" + longer + "00";
    QTest::newRow("damage behind it stays")
        << QByteArray("0400 00 01 01ff ff ff ff") << QByteArray("ff")
        << "0400 00 01" + longer + "ff ff ff";
}

void PersistedActorTest::anotherStateLeavesAllElseAsItIs()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, old);
    QFETCH(QByteArray, after);
    const QByteArray record = QByteArray::fromHex(before);
    QCOMPARE(stateCbor(record).value(), QByteArray::fromHex(old));
    const QByteArray state = QByteArray::fromHex("01587f") + QByteArray(127, char(0xaa));
    QCOMPARE(state.size(), 130);
    const auto other = withState(record, state);
    QVERIFY2(other, qPrintable(messageOf(other)));
    QCOMPARE(other->toHex(' '), QByteArray::fromHex(after).toHex(' '));
    QCOMPARE(withState(*other, QByteArray::fromHex(old)).value(), record);
}

void PersistedActorTest::aStateBehindDamageIsNotFound_data()
{
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<QString>("code");
    QTest::newRow("empty") << QByteArray() << QStringLiteral("no-version-header");
    QTest::newRow("version 5") << QByteArray("0500 00 00 01f7 00")
                               << QStringLiteral("unsupported-version");
    QTest::newRow("a cut input") << QByteArray("0400 01 05 00") << QStringLiteral("truncated");
    QTest::newRow("a flag of 2") << QByteArray("0400 00 02 01f7 00") << QStringLiteral("bad-bool");
    QTest::newRow("a cut state") << QByteArray("0400 00 00 05f7") << QStringLiteral("truncated");
}

void PersistedActorTest::aStateBehindDamageIsNotFound()
{
    QFETCH(QByteArray, hex);
    QTEST(outcomeOf(withState(QByteArray::fromHex(hex), "\xf6")), "code");
}

void PersistedActorTest::everyFixturesStateIsPutBackByteForByte()
{
    int states = 0;
    for (const QString &name : Fixture::names()) {
        const Fixture fixture(name);
        for (const QJsonObject &actor : fixture.actors()) {
            const QJsonArray entries = actor.value(QStringLiteral("kv"))
                                           .toObject()
                                           .value(QStringLiteral("entries"))
                                           .toArray();
            for (const QJsonValue &value : entries) {
                if (value[QStringLiteral("keyHex")] != QLatin1String("01"))
                    continue;
                const QByteArray record =
                    QByteArray::fromHex(value[QStringLiteral("valueHex")].toString().toLatin1());
                const auto state = stateCbor(record);
                if (!state)
                    continue;
                QCOMPARE(withState(record, *state).value(), record);
                QCOMPARE(withState(withState(record, "\x80").value(), *state).value(), record);
                ++states;
            }
        }
    }
    QVERIFY(states > 20);
}

void PersistedActorTest::damageIsNamed_data()
{
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<QString>("code");
    QTest::newRow("empty") << QByteArray() << QStringLiteral("no-version-header");
    QTest::newRow("version 0") << QByteArray("0000 00 00 01f7 00")
                               << QStringLiteral("unsupported-version");
    QTest::newRow("version 5") << QByteArray("0500 00 00 01f7 00")
                               << QStringLiteral("unsupported-version");
    QTest::newRow("S56 bool 2") << QByteArray("0400 00 02 01f7 00") << QStringLiteral("bad-bool");
    QTest::newRow("S56 trailing") << QByteArray("0400 00 00 01f7 00 00")
                                  << QStringLiteral("trailing-bytes");
    QTest::newRow("cut") << QByteArray("0400 00 00 01f7") << QStringLiteral("truncated");
    QTest::newRow("B72 a long list")
        << QByteArray("0400 00 00 01f7 ffffff7f") << QStringLiteral("truncated");
    QTest::newRow("F37 version 2's kind of event")
        << QByteArray("0200 00 00 01f7 00 01 0165 0700000000000000 01 0167 00 00")
        << QStringLiteral("bad-union-tag");
}

void PersistedActorTest::damageIsNamed()
{
    QFETCH(QByteArray, hex);
    QTEST(outcomeOf(decodePersistedActor(QByteArray::fromHex(hex))), "code");
}

void PersistedActorTest::everyFixtureIsReadAsItsOwnDecoderDid()
{
    int read = 0;
    int refused = 0;
    for (const QString &name : Fixture::names()) {
        const Fixture fixture(name);
        for (const QJsonObject &actor : fixture.actors()) {
            for (const char *place : {"kv", "legacyKv"}) {
                const QJsonValue found = actor.value(QString::fromLatin1(place));
                const QJsonArray entries =
                    found.isArray() ? found.toArray()
                                    : found.toObject().value(QStringLiteral("entries")).toArray();
                for (const QJsonValue &value : entries) {
                    const QJsonObject entry = value.toObject();
                    if (entry.value(QStringLiteral("keyHex")) != QLatin1String("01") ||
                        !entry.contains(QStringLiteral("valueHex")))
                        continue;
                    const QByteArray bytes = QByteArray::fromHex(
                        entry.value(QStringLiteral("valueHex")).toString().toLatin1());
                    const auto decoded = decodePersistedActor(bytes);
                    const QJsonObject expected = entry.value(QStringLiteral("decoded")).toObject();
                    if (expected.isEmpty()) {
                        // What is wrong with the CBOR inside is not this decoder's to say.
                        const QString error = entry.value(QStringLiteral("error")).toString();
                        if (!error.isEmpty() && !error.contains(QStringLiteral("cbor"))) {
                            QVERIFY2(outcomeOf(decoded) == error, qPrintable(name + u' ' + error));
                            ++refused;
                        }
                        continue;
                    }
                    QVERIFY2(decoded, qPrintable(name + u' ' + messageOf(decoded)));
                    QCOMPARE(decoded->hasInitialized,
                             expected.value(QStringLiteral("hasInitialized")).toBool());
                    QCOMPARE(decoded->input.has_value(),
                             expected.value(QStringLiteral("hasInput")).toBool());
                    QCOMPARE(decoded->state.size(),
                             expected.value(QStringLiteral("stateCborLength")).toInteger());
                    QCOMPARE(decoded->scheduledEvents.size(),
                             expected.value(QStringLiteral("scheduledEvents")).toArray().size());
                    ++read;
                    if (expected.value(QStringLiteral("version")).toInt() == 4)
                        QCOMPARE(encodePersistedActor(*decoded)->toHex(), bytes.toHex());
                }
            }
        }
    }
    QVERIFY2(read > 20, qPrintable(QString::number(read)));
    QVERIFY2(refused > 2, qPrintable(QString::number(refused)));
}

QTEST_GUILESS_MAIN(PersistedActorTest)
#include "PersistedActorTest.moc"
