#include "SqliteFile.h"

#include "ChunkRows.h"
#include "Outcome.h"

#include <QTest>

using namespace greenroom;

namespace {

constexpr auto Main = SqliteFileKind::Main;
constexpr quint64 Chunk = SqliteFile::ChunkBytes;

QByteArray page(char with, qsizetype size = Chunk)
{
    return QByteArray(size, with);
}

SqliteFile fileOf(const QList<KvRow> &rows, SqliteFileKind kind = Main)
{
    SqliteFileAssembly assembly(kind);
    for (const KvRow &row : rows) {
        const std::optional<SqliteFileKey> key = decodeSqliteFileKey(row.key);
        if (!key)
            qFatal("no key of a file: %s", row.key.toHex().constData());
        if (key->chunk)
            assembly.addChunk(*key->chunk, row.value);
        else
            assembly.setSizeRecord(row.value);
    }
    return assembly.finish();
}

QString codeOf(const SqliteFile &file)
{
    return file.error ? codeName(file.error->code) : QString();
}

} // namespace

/// Files put together from the chunks that rivetkit keeps them in.
class SqliteFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keysNameAFileAndItsPart_data();
    void keysNameAFileAndItsPart();
    void sizeRecordsAreReadStrictly_data();
    void sizeRecordsAreReadStrictly();
    void wholeFilesComeBackAsTheyWere_data();
    void wholeFilesComeBackAsTheyWere();
    void theOrderOfChunksDoesNotMatter();
    void missingChunksAreZerosAndTold();
    void shortChunksAreFilledUpAndTold();
    void shortChunksAreUsualInJournals();
    void longChunksDoNotReachIntoTheNext();
    void chunksBeyondTheEndAreLeftOutAndTold();
    void chunksWithoutASizeAreNoFile();
    void hostileSizesCostNoMemory_data();
    void hostileSizesCostNoMemory();
    void aChunkGivenTwiceCountsOnce();
};

void SqliteFileTest::keysNameAFileAndItsPart_data()
{
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *hex, const char *expected) {
        QTest::newRow(hex) << QByteArray(hex) << QString::fromUtf8(expected);
    };
    row("08010000", "main size");
    row("08010001", "journal size");
    row("08010003", "shm size");
    row("0801010000000000", "main 0");
    row("08010102ffffffff", "wal 4294967295");
    row("0801010100000102", "journal 258");
    row("08010004", "none");       // a fifth file
    row("080100ff", "none");       // a negative one, to a signed char
    row("0801000000", "none");     // a size record with more to its key
    row("08010100000000", "none"); // three bytes of an index
    row("080101000000000000", "none");
    row("08020000", "none"); // another storage version
    row("080102000000", "none");
    row("0801", "none");
    row("", "none");
}

void SqliteFileTest::keysNameAFileAndItsPart()
{
    QFETCH(QByteArray, hex);
    QFETCH(QString, expected);
    const std::optional<SqliteFileKey> key = decodeSqliteFileKey(QByteArray::fromHex(hex));
    QString found = QStringLiteral("none");
    if (key) {
        found = fileKindName(key->file) + u' ' +
                (key->chunk ? QString::number(*key->chunk) : QStringLiteral("size"));
    }
    QCOMPARE(found, expected);
}

void SqliteFileTest::sizeRecordsAreReadStrictly_data()
{
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<QString>("outcome");
    QTest::addColumn<quint64>("size");
    QTest::newRow("of rivetkit") << QByteArray("010000d0110000000000") << "ok" << quint64(1167360);
    QTest::newRow("all bits") << QByteArray("0100ffffffffffffffff") << "ok" << ~quint64(0);
    QTest::newRow("empty") << QByteArray() << "no-version-header" << quint64(0);
    QTest::newRow("version 0") << QByteArray("00000000000000000000") << "unsupported-version"
                               << quint64(0);
    QTest::newRow("version 2") << QByteArray("02000000000000000000") << "unsupported-version"
                               << quint64(0);
    QTest::newRow("cut") << QByteArray("010000d01100000000") << "truncated" << quint64(0);
    QTest::newRow("longer") << QByteArray("010000d011000000000000") << "trailing-bytes"
                            << quint64(0);
}

void SqliteFileTest::sizeRecordsAreReadStrictly()
{
    QFETCH(QByteArray, hex);
    QFETCH(QString, outcome);
    QFETCH(quint64, size);
    const Result<quint64> found = decodeSqliteFileSize(QByteArray::fromHex(hex));
    QCOMPARE(outcomeOf(found), outcome);
    QCOMPARE(found.value_or(0), size);
}

void SqliteFileTest::wholeFilesComeBackAsTheyWere_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("one byte") << QByteArray("x");
    QTest::newRow("one chunk") << page('a');
    QTest::newRow("one chunk and a byte") << page('a') + 'b';
    QTest::newRow("three chunks") << page('a') + page('b') + page('c');
}

void SqliteFileTest::wholeFilesComeBackAsTheyWere()
{
    QFETCH(QByteArray, bytes);
    const SqliteFile file = fileOf(chunkRows(Main, bytes));
    QCOMPARE(codeOf(file), QString());
    QCOMPARE(file.size, std::optional(quint64(bytes.size())));
    QVERIFY(file.bytes == bytes);
    QCOMPARE(file.chunks, (bytes.size() + qsizetype(Chunk) - 1) / qsizetype(Chunk));
    QCOMPARE(file.missingChunks, 0);
    QCOMPARE(file.problems(), QStringList());
}

void SqliteFileTest::theOrderOfChunksDoesNotMatter()
{
    QList<KvRow> rows = chunkRows(Main, page('a') + page('b') + page('c', 17));
    std::reverse(rows.begin(), rows.end());
    const SqliteFile file = fileOf(rows);
    QVERIFY(file.bytes == page('a') + page('b') + page('c', 17));
    QCOMPARE(file.problems(), QStringList());
}

void SqliteFileTest::missingChunksAreZerosAndTold()
{
    QList<KvRow> rows = chunkRows(Main, page('a') + page('b') + page('c'));
    rows.removeAt(2);
    const SqliteFile file = fileOf(rows);
    QVERIFY(file.bytes == page('a') + page('\0') + page('c'));
    QCOMPARE(file.chunks, 2);
    QCOMPARE(file.missingChunks, 1);
    QCOMPARE(file.firstMissing, QList<quint32>{1});
    QCOMPARE(file.problems(), QStringList(QStringLiteral("File main: 1 of 3 chunks missing (1); "
                                                         "zeros stand in their place")));
}

void SqliteFileTest::shortChunksAreFilledUpAndTold()
{
    const SqliteFile file = fileOf(
        {sizeRow(Main, 2 * Chunk), chunkRow(Main, 0, page('a', 10)), chunkRow(Main, 1, page('b'))});
    QVERIFY(file.bytes == page('a', 10) + page('\0', Chunk - 10) + page('b'));
    QCOMPARE(file.shortChunks, 1);
    QCOMPARE(file.missingChunks, 0);
    QCOMPARE(file.problems().size(), 1);
}

void SqliteFileTest::shortChunksAreUsualInJournals()
{
    constexpr auto Journal = SqliteFileKind::Journal;
    const SqliteFile file =
        fileOf({sizeRow(Journal, 2 * Chunk), chunkRow(Journal, 0, page('a', 10)),
                chunkRow(Journal, 1, page('b'))},
               Journal);
    QCOMPARE(file.shortChunks, 1);
    QCOMPARE(file.problems(), QStringList());
}

void SqliteFileTest::longChunksDoNotReachIntoTheNext()
{
    const SqliteFile file = fileOf({sizeRow(Main, 3 * Chunk), chunkRow(Main, 1, page('b')),
                                    chunkRow(Main, 0, page('a', Chunk + 5))});
    QVERIFY(file.bytes == page('a') + page('b') + page('\0'));
    QCOMPARE(file.longChunks, 1);
    QCOMPARE(file.problems().size(), 2);
}

void SqliteFileTest::chunksBeyondTheEndAreLeftOutAndTold()
{
    const SqliteFile file = fileOf({sizeRow(Main, Chunk + 1), chunkRow(Main, 0, page('a')),
                                    chunkRow(Main, 1, page('b')), chunkRow(Main, 2, page('c')),
                                    chunkRow(Main, 0xffffffff, page('d'))});
    QVERIFY(file.bytes == page('a') + 'b');
    QCOMPARE(file.chunks, 4);
    QCOMPARE(file.chunksBeyondEnd, 2);
    QCOMPARE(file.problems().size(), 1);
}

void SqliteFileTest::chunksWithoutASizeAreNoFile()
{
    const SqliteFile missing = fileOf({chunkRow(Main, 0, page('a'))});
    QCOMPARE(codeOf(missing), QStringLiteral("not-found"));
    QCOMPARE(missing.bytes, QByteArray());
    QCOMPARE(missing.chunksBeyondEnd, 1);
    QCOMPARE(missing.problems().size(), 1);

    KvRow garbage = sizeRow(Main, Chunk);
    garbage.value = QByteArrayLiteral("garbage");
    const SqliteFile damaged = fileOf({garbage, chunkRow(Main, 0, page('a'))});
    QCOMPARE(codeOf(damaged), QStringLiteral("unsupported-version"));
    QCOMPARE(damaged.bytes, QByteArray());
    QCOMPARE(damaged.problems().size(), 1);
}

void SqliteFileTest::hostileSizesCostNoMemory_data()
{
    QTest::addColumn<quint64>("size");
    QTest::addColumn<QString>("code");
    QTest::newRow("a page and 16 MiB") << Chunk + SqliteFile::MaxHoleBytes << QString();
    QTest::newRow("a byte more") << Chunk + SqliteFile::MaxHoleBytes + 1 << "corrupt-database";
    QTest::newRow("2 GiB") << SqliteFile::MaxBytes << "corrupt-database";
    QTest::newRow("2 GiB and a byte") << SqliteFile::MaxBytes + 1 << "not-supported";
    QTest::newRow("2^40") << (quint64(1) << 40) << "not-supported";
    QTest::newRow("2^63") << (quint64(1) << 63) << "not-supported";
    QTest::newRow("2^64 - 1") << ~quint64(0) << "not-supported";
}

void SqliteFileTest::hostileSizesCostNoMemory()
{
    QFETCH(quint64, size);
    QFETCH(QString, code);
    const SqliteFile file = fileOf({sizeRow(Main, size), chunkRow(Main, 0, page('a'))});
    QCOMPARE(codeOf(file), code);
    QCOMPARE(file.bytes.isEmpty(), !code.isEmpty());
    QCOMPARE(file.size, std::optional(size));
    QVERIFY(file.missingChunks > 0);
    QVERIFY(!file.problems().isEmpty());
}

void SqliteFileTest::aChunkGivenTwiceCountsOnce()
{
    const SqliteFile file = fileOf({sizeRow(Main, 2 * Chunk), chunkRow(Main, 0, page('a')),
                                    chunkRow(Main, 0, page('b')), chunkRow(Main, 0, page('c'))});
    QCOMPARE(file.missingChunks, 1);
    QVERIFY(file.bytes == page('c') + page('\0'));
}

QTEST_GUILESS_MAIN(SqliteFileTest)
#include "SqliteFileTest.moc"
