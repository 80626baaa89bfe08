#include "TextTable.h"

namespace greenroom::ctl {

QString TextTable::text() const
{
    QList<qsizetype> widths(m_rows.first().size(), 0);
    for (const QStringList &row : m_rows) {
        for (qsizetype i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    }
    QString out;
    for (const QStringList &row : m_rows) {
        const qsizetype last = row.size() - 1;
        for (qsizetype i = 0; i < last; ++i)
            out += row[i].leftJustified(widths[i] + 2);
        out += row[last] + u'\n';
    }
    return out;
}

} // namespace greenroom::ctl
