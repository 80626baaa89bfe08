#include "KvPresentation.h"

#include "Actors.h"
#include "FakeClock.h"
#include "KeyText.h"
#include "KvTableModel.h"
#include "ModelText.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>

using namespace greenroom;

class KvPresentationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void init();
    void cleanup();

    void theTableReadsAsPeopleDo();
    void theFormatChangesKeysAndValuesOnly();
    void aSecretIsMaskedInEveryFormat_data();
    void aSecretIsMaskedInEveryFormat();
    void aCutValueEndsInAnEllipsis_data();
    void aCutValueEndsInAnEllipsis();
    void theToolTipOfAKeyIsItsBytes();
    void aTickIsSilent();
    void randomMergesPassTheModelTester();

private:
    std::unique_ptr<KvTableModel> m_model;
    std::unique_ptr<KvPresentation> m_shown;
};

namespace {

KvRow rowOf(const QByteArray &key, const QByteArray &value)
{
    KvRow row;
    row.key = key;
    row.value = value;
    row.valueSize = value.size();
    return row;
}

QList<KvRow> someRows()
{
    KvRow text = rowOf("plain", "v");
    text.keyClass = StorageClass::Text;
    return {text,
            rowOf(QByteArray("\x01", 1), QByteArray("\x04\x00\xff", 3)),
            rowOf(QByteArray("\x03", 1), "s3cret"),
            rowOf("\x04"
                  "last\n",
                  "two\nlines"),
            rowOf("\x04\xff\xfe", ""),
            rowOf(QByteArray::fromHex("0501020000000000000007"), "m"),
            rowOf(QByteArray::fromHex("09aa"), "x")};
}

} // namespace

void KvPresentationTest::init()
{
    m_model = std::make_unique<KvTableModel>();
    m_shown = std::make_unique<KvPresentation>(std::make_shared<FakeClock>(TestNow));
    m_shown->setSourceModel(m_model.get());
}

void KvPresentationTest::cleanup()
{
    m_shown.reset();
    m_model.reset();
}

void KvPresentationTest::theTableReadsAsPeopleDo()
{
    m_model->replaceAll(someRows());
    QCOMPARE(titlesOf(*m_shown), QStringList({QStringLiteral("Part"), QStringLiteral("Key"),
                                              QStringLiteral("Value"), QStringLiteral("Bytes")}));
    const QStringList text = textOf(*m_shown);
    QCOMPARE(text.size(), 7);
    QCOMPARE(text[0], QStringLiteral("Other | plain (a text key, unseen by rivetkit) | \"v\" | 1"));
    QCOMPARE(text[1], QStringLiteral("Persisted data | input, state and schedule | 04 00 ff | 3"));
    QCOMPARE(text[2],
             QStringLiteral("Inspector token | inspector token | %1 | 6").arg(secretMask()));
    QCOMPARE(text[3], QStringLiteral("User KV | last\\n | \"two\\nlines\" | 9"));
    QCOMPARE(text[4], QStringLiteral("User KV | ff fe | \"\" | 0"));
    QCOMPARE(text[5], QStringLiteral("Queue message | message 7 | \"m\" | 1"));
    QCOMPARE(text[6], QStringLiteral("Other | 09 aa | \"x\" | 1"));
}

void KvPresentationTest::theFormatChangesKeysAndValuesOnly()
{
    m_model->replaceAll(someRows());
    QSignalSpy changed(m_shown.get(), &QAbstractItemModel::dataChanged);
    m_shown->setFormat(ByteFormat::Hex);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed[0][0].toModelIndex(), m_shown->index(0, KvTableModel::KeyColumn));
    QCOMPARE(changed[0][1].toModelIndex(), m_shown->index(6, KvTableModel::ValueColumn));
    QCOMPARE(textOf(*m_shown)[3],
             QStringLiteral("User KV | 04 6c 61 73 74 0a | 74 77 6f 0a 6c 69 6e 65 73 | 9"));
    m_shown->setFormat(ByteFormat::Text);
    QCOMPARE(textOf(*m_shown)[3], QStringLiteral("User KV | \\u{4}last\\n | two\\nlines | 9"));
}

void KvPresentationTest::aSecretIsMaskedInEveryFormat_data()
{
    QTest::addColumn<int>("format");
    QTest::newRow("readable") << int(ByteFormat::Auto);
    QTest::newRow("text") << int(ByteFormat::Text);
    QTest::newRow("hex") << int(ByteFormat::Hex);
}

void KvPresentationTest::aSecretIsMaskedInEveryFormat()
{
    QFETCH(int, format);
    KvRow asText = rowOf("\x03", "s3cret");
    asText.keyClass = StorageClass::Text;
    m_model->replaceAll({asText, rowOf("\x03", "s3cret"), rowOf("\x03\x01", "s3cret")});
    m_shown->setFormat(ByteFormat(format));
    for (int row = 0; row < 3; ++row) {
        for (const int role : {int(Qt::DisplayRole), int(Qt::AccessibleTextRole)}) {
            QCOMPARE(m_shown->index(row, KvTableModel::ValueColumn).data(role).toString(),
                     secretMask());
        }
    }
    for (int column = 0; column < KvTableModel::ColumnCount; ++column) {
        const QString tip = m_shown->index(1, column).data(Qt::ToolTipRole).toString();
        QVERIFY(!tip.contains(QStringLiteral("s3cret")));
    }
}

void KvPresentationTest::aCutValueEndsInAnEllipsis_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<int>("shown"); // bytes that were read
    QTest::addColumn<int>("size");
    QTest::addColumn<bool>("isCut");
    for (const auto &[name, format] :
         {std::pair("readable", ByteFormat::Auto), std::pair("text", ByteFormat::Text),
          std::pair("hex", ByteFormat::Hex)}) {
        QTest::addRow("%s, whole", name) << int(format) << 60 << 60 << false;
        QTest::addRow("%s, cut", name) << int(format) << 60 << 61 << true;
    }
    QTest::newRow("hex, long") << int(ByteFormat::Hex) << 61 << 61 << true;
}

void KvPresentationTest::aCutValueEndsInAnEllipsis()
{
    QFETCH(int, format);
    QFETCH(int, shown);
    QFETCH(int, size);
    KvRow row = rowOf("\x04"
                      "k",
                      QByteArray(shown, 'x'));
    row.valueSize = size;
    m_model->replaceAll({row});
    m_shown->setFormat(ByteFormat(format));
    const QString text = m_shown->index(0, KvTableModel::ValueColumn).data().toString();
    QTEST(text.endsWith(QStringLiteral(" …")), "isCut");
}

void KvPresentationTest::theToolTipOfAKeyIsItsBytes()
{
    m_model->replaceAll({rowOf("\x04"
                               "last",
                               "v")});
    QCOMPARE(m_shown->index(0, KvTableModel::KeyColumn).data(Qt::ToolTipRole).toString(),
             QStringLiteral("04 6c 61 73 74"));
}

void KvPresentationTest::aTickIsSilent()
{
    m_model->replaceAll(someRows());
    const QSignalSpy changed(m_shown.get(), &QAbstractItemModel::dataChanged);
    m_shown->tick();
    QCOMPARE(changed.size(), 0);
}

void KvPresentationTest::randomMergesPassTheModelTester()
{
    QRandomGenerator random(9);
    const QAbstractItemModelTester tester(m_shown.get(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    for (int step = 0; step < 1500; ++step) {
        QList<KvRow> rows;
        for (KvRow row : someRows()) {
            if (random.bounded(3) == 0)
                continue;
            row.value += random.bounded(2) == 0 ? "1" : "2";
            ++row.valueSize;
            rows << row;
        }
        if (random.bounded(20) == 0)
            m_model->startOver(rows);
        else
            m_model->replaceAll(rows);
        if (random.bounded(10) == 0)
            m_shown->setFormat(ByteFormat(random.bounded(3)));
        QCOMPARE(m_shown->rowCount(), int(rows.size()));
        for (int row = 0; row < rows.size(); ++row)
            QVERIFY(m_model->row(row) == rows[row]);
    }
}

QTEST_MAIN(KvPresentationTest)
#include "KvPresentationTest.moc"
