#include "KvPage.h"

#include <QTest>

using namespace greenroom;

class KvRangeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPrefixEndsBehindItsLastKey_data();
    void aPrefixEndsBehindItsLastKey();
    void aPrefixHoldsExactlyTheKeysThatStartWithIt_data();
    void aPrefixHoldsExactlyTheKeysThatStartWithIt();
    void aRangeIsHalfOpen();
    void aRangeThatEndsBeforeItsStartHoldsNothing();
};

void KvRangeTest::aPrefixEndsBehindItsLastKey_data()
{
    QTest::addColumn<QByteArray>("prefix");
    QTest::addColumn<QByteArray>("end"); // "none": all keys that follow

    const auto row = [](const char *prefix, const char *end) {
        QTest::newRow(*prefix ? prefix : "empty")
            << QByteArray::fromHex(prefix)
            << (qstrcmp(end, "none") == 0 ? QByteArray("none") : QByteArray::fromHex(end));
    };
    row("", "none");
    row("04", "05");
    row("0400", "0401");
    row("047f", "0480");
    row("04fe", "04ff");
    row("03aaff", "03ab");
    row("03aaffff", "03ab");
    row("feff", "ff");
    row("ff", "none");
    row("ffff", "none");
    row("ff00", "ff01");
}

void KvRangeTest::aPrefixEndsBehindItsLastKey()
{
    QFETCH(QByteArray, prefix);
    const KvRange range = KvRange::ofPrefix(prefix);
    QCOMPARE(range.start, prefix);
    QTEST(range.end.value_or("none"), "end");
}

void KvRangeTest::aPrefixHoldsExactlyTheKeysThatStartWithIt_data()
{
    QTest::addColumn<QByteArray>("prefix");
    for (const char *prefix : {"", "ff", "ffff", "03aaff", "03aa", "fe", "ff00", "00"})
        QTest::newRow(*prefix ? prefix : "empty") << QByteArray::fromHex(prefix);
}

void KvRangeTest::aPrefixHoldsExactlyTheKeysThatStartWithIt()
{
    QFETCH(QByteArray, prefix);
    const KvRange range = KvRange::ofPrefix(prefix);
    for (const char *hex :
         {"",           "00",     "0000",   "03",   "03aa",   "03aafe", "03aaff", "03aaff00",
          "03aaffffff", "03ab",   "03ab00", "7f",   "80",     "fe",     "feff",   "ff",
          "ff00",       "ff0001", "ff01",   "ffff", "ffff01", "ffffff"}) {
        const QByteArray key = QByteArray::fromHex(hex);
        QVERIFY2(range.contains(key) == key.startsWith(prefix), hex);
    }
}

void KvRangeTest::aRangeIsHalfOpen()
{
    const KvRange range{"b", "d"};
    QVERIFY(!range.contains("a"));
    QVERIFY(range.contains("b"));
    QVERIFY(range.contains("c\xff"));
    QVERIFY(!range.contains("d"));
}

void KvRangeTest::aRangeThatEndsBeforeItsStartHoldsNothing()
{
    QVERIFY(!(KvRange{"d", "b"}.contains("c")));
    QVERIFY(!(KvRange{"c", "c"}.contains("c")));
}

QTEST_GUILESS_MAIN(KvRangeTest)
#include "KvRangeTest.moc"
