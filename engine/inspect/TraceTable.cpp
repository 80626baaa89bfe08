#include "EntryTable.h"
#include "Printable.h"
#include "RecordFields.h"

namespace greenroom {

namespace {

constexpr quint64 NsPerMs = 1'000'000;

/// The words that a chunk's records name by number.
class ChunkWords
{
public:
    explicit ChunkWords(const Outline &outline)
        : m_outline(outline), m_list(outline.find(Outline::Root, "strings"))
    {}

    [[nodiscard]] QString at(quint64 index) const
    {
        if (m_list == NoNode || index >= m_outline.at(m_list).childCount)
            return QStringLiteral("?%1").arg(index);
        const NodeId word = m_outline.child(m_list, quint32(index));
        return printable(QString::fromUtf8(m_outline.content(word)));
    }

private:
    const Outline &m_outline;
    const NodeId m_list;
};

QString hexOf(const RecordFields &record, const char *field)
{
    if (!record.has(field))
        return {};
    return QString::fromLatin1(record.outline().content(record.find(field)).toByteArray().toHex());
}

QString attributesOf(const RecordFields &record, const ChunkWords &words)
{
    QStringList attributes;
    for (const RecordFields &attribute : record.items("attributes")) {
        attributes << words.at(attribute.number("key")) + QStringLiteral("=") +
                          valueLine(record.outline(), attribute.find("value"));
    }
    return attributes.join(QStringLiteral("  "));
}

QString statusOf(const RecordFields &record)
{
    if (!record.has("status"))
        return {};
    const RecordFields status(record.outline(), record.find("status"));
    const QString message = printable(status.text("message"));
    return message.isEmpty() ? status.text("code")
                             : status.text("code") + QStringLiteral(": ") + message;
}

} // namespace

EntryTable traceTable(const DecodedRows &rows)
{
    EntryTable table;
    table.columns = {QStringLiteral("Time"),      QStringLiteral("Record"),
                     QStringLiteral("Name"),      QStringLiteral("Span"),
                     QStringLiteral("Parent"),    QStringLiteral("Status"),
                     QStringLiteral("Attributes")};
    for (const DecodedRow &row : rows) {
        const RecordFields chunk(row.entry.outline);
        const ChunkWords words(row.entry.outline);
        const quint64 base = chunk.number("baseUnixNs");
        for (const RecordFields &record : chunk.items("records")) {
            EntryTableRow &shown = table.rows.emplaceBack();
            shown.key = row.key;
            shown.node = record.node();
            const quint64 ns = base + record.number("timeOffsetNs");
            shown.cells = {{{}, Timestamp{ns / NsPerMs}},
                           {record.text("type")},
                           {record.has("name") ? words.at(record.number("name")) : QString()},
                           {hexOf(record, "spanId")},
                           {hexOf(record, "parentSpanId")},
                           {statusOf(record)},
                           {attributesOf(record, words)}};
        }
        if (row.entry.error) {
            EntryTableRow &shown = table.rows.emplaceBack();
            shown.key = row.key;
            shown.cells.resize(table.columns.size());
            shown.problem = row.entry.error->message;
        }
    }
    return table;
}

} // namespace greenroom
