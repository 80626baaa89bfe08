#include "ByteText.h"
#include "EntryTable.h"
#include "Printable.h"
#include "RecordFields.h"

namespace greenroom {

EntryTable connectionTable(const DecodedRows &rows)
{
    EntryTable table;
    table.columns = {QStringLiteral("Connection"), QStringLiteral("Path"),
                     QStringLiteral("Parameters"), QStringLiteral("State"),
                     QStringLiteral("Subscriptions")};
    for (const DecodedRow &row : rows) {
        const RecordFields fields(row.entry.outline);
        EntryTableRow &shown = table.rows.emplaceBack();
        shown.key = row.key;
        const QByteArrayView keyId = QByteArrayView(row.key).sliced(1);
        const QString id = printable(QString::fromUtf8(keyId));
        QStringList subscriptions;
        const NodeId list = fields.find("subscriptions");
        for (quint32 i = 0; list != NoNode && i < row.entry.outline.at(list).childCount; ++i) {
            const NodeId name = row.entry.outline.child(list, i);
            subscriptions << printable(QString::fromUtf8(row.entry.outline.content(name)));
        }
        shown.cells = {{id},
                       {printable(fields.text("requestPath"))},
                       {valueLine(row.entry.outline, fields.find("parameters"))},
                       {valueLine(row.entry.outline, fields.find("state"))},
                       {subscriptions.join(QStringLiteral(", "))}};
        if (row.entry.error) {
            shown.problem = row.entry.error->message;
        } else if (fields.text("id") != QString::fromUtf8(keyId)) {
            shown.problem = QStringLiteral("the record inside names connection \"%1\"")
                                .arg(printable(fields.text("id")));
        }
    }
    return table;
}

} // namespace greenroom
