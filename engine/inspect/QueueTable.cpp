#include "EntryTable.h"
#include "Printable.h"
#include "RecordFields.h"

#include <QtEndian>

namespace greenroom {

namespace {

EntryTableRow messageRow(const DecodedRow &row)
{
    const Outline &outline = row.entry.outline;
    const RecordFields fields(outline);
    const auto time = [&fields](const char *field) {
        return fields.has(field) ? EntryCell{{}, Timestamp{fields.number(field)}} : EntryCell();
    };
    EntryCell inFlight;
    if (fields.number("inFlight"))
        inFlight = fields.has("inFlightAt") ? time("inFlightAt") : EntryCell{QStringLiteral("yes")};
    EntryTableRow shown;
    shown.key = row.key;
    const quint64 id = qFromBigEndian<quint64>(row.key.constData() + 3);
    shown.cells = {
        {QString::number(id)},
        {printable(fields.text("name"))},
        {valueLine(outline, fields.find("body"))},
        time("createdAt"),
        inFlight,
        {fields.has("failureCount") ? QString::number(fields.number("failureCount")) : QString()},
        time("availableAt")};
    if (row.entry.error)
        shown.problem = row.entry.error->message;
    return shown;
}

} // namespace

EntryTable queueTable(const DecodedRows &rows)
{
    EntryTable table;
    table.columns = {QStringLiteral("Message"),   QStringLiteral("Name"),
                     QStringLiteral("Body"),      QStringLiteral("Created"),
                     QStringLiteral("In flight"), QStringLiteral("Failures"),
                     QStringLiteral("Available")};
    const DecodedRow *metadata = nullptr;
    quint64 highest = 0;
    for (const DecodedRow &row : rows) {
        if (row.entry.kind == KeyKind::QueueMetadata)
            metadata = &row;
        if (row.entry.kind != KeyKind::QueueMessage)
            continue;
        table.rows << messageRow(row);
        highest = std::max(highest, qFromBigEndian<quint64>(row.key.constData() + 3));
    }
    if (!metadata) {
        if (!table.rows.isEmpty())
            table.problems << QStringLiteral("There are messages and no counters; rivetkit counts "
                                             "anew when the actor starts.");
        return table;
    }
    if (metadata->entry.error) {
        table.problems << QStringLiteral("The counters cannot be read: %1; rivetkit counts anew "
                                         "when the actor starts.")
                              .arg(metadata->entry.error->message);
        return table;
    }
    const RecordFields counters(metadata->entry.outline);
    const quint64 size = counters.number("size");
    const quint64 nextId = counters.number("nextId");
    table.summary
        << QStringLiteral("%1 waiting, the next message is number %2").arg(size).arg(nextId);
    if (size != quint64(table.rows.size())) {
        table.problems << QStringLiteral("The counter says %1 and %2 messages are stored.")
                              .arg(size)
                              .arg(table.rows.size());
    }
    if (highest >= nextId && !table.rows.isEmpty()) {
        table.problems << QStringLiteral("Message %1 is stored, though the next one would be "
                                         "number %2.")
                              .arg(highest)
                              .arg(nextId);
    }
    return table;
}

} // namespace greenroom
