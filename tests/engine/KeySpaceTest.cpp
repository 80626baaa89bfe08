#include "KeySpace.h"

#include <QTest>

using namespace greenroom;

class KeySpaceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aKeyTellsItsKind_data();
    void aKeyTellsItsKind();
};

void KeySpaceTest::aKeyTellsItsKind_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QString>("kind");

    const auto row = [](const char *name, const char *key, const char *kind) {
        QTest::newRow(name) << QByteArray::fromHex(key) << QString::fromUtf8(kind);
    };
    row("empty", "", "other");
    row("00", "00", "other");
    row("persisted actor", "01", "persist-data");
    row("more than 01", "0100", "other");
    row("connection", "02612d39", "connection");
    row("connection without id", "02", "other");
    row("inspector token", "03", "inspector-token");
    row("more than 03", "0303", "other");
    row("user key", "0461", "user-kv");
    row("empty user key", "04", "user-kv");
    row("user key of any bytes", "0400ff050101", "user-kv");
    row("queue metadata", "050101", "queue-metadata");
    row("queue metadata and a byte", "05010100", "other");
    row("queue message", "0501020000000000000001", "queue-message");
    row("queue message less a byte", "05010200000000000000", "other");
    row("queue message and a byte", "050102000000000000000100", "other");
    row("queue, neither", "050103", "other");
    row("queue of storage version 2", "050201", "other");
    row("queue without a rest", "0501", "other");
    row("workflow", "06011503", "workflow");
    row("workflow history", "06011502150205150216012b0016012e", "workflow");
    row("workflow without a tuple", "0601", "other");
    row("workflow of storage version 2", "06021503", "other");
    row("trace", "070116", "trace");
    row("trace without a tuple", "0701", "other");
    row("trace of storage version 0", "070016", "other");
    row("SQLite size", "08010000", "sqlite-meta");
    row("SQLite size of the journal", "08010001", "sqlite-meta");
    row("SQLite size without a tag", "080100", "other");
    row("SQLite size and a byte", "0801000000", "other");
    row("SQLite chunk", "0801010000000005", "sqlite-chunk");
    row("SQLite chunk less a byte", "08010100000000", "other");
    row("SQLite chunk and a byte", "080101000000000500", "other");
    row("SQLite, neither", "08010200", "other");
    row("09", "0901", "other");
    row("ff", "ff", "other");
    row("84 is not 04 with a sign", "84", "other");
}

void KeySpaceTest::aKeyTellsItsKind()
{
    QFETCH(QByteArray, key);
    QTEST(kindName(kindOf(key)), "kind");
}

QTEST_GUILESS_MAIN(KeySpaceTest)
#include "KeySpaceTest.moc"
