#include "TextTable.h"

namespace greenroom::ctl {

namespace {

// A column but the last is no wider, so that one long name does not push the rest off the screen.
constexpr qsizetype MaxWidth = 60;

QString elided(const QString &cell)
{
    return cell.size() <= MaxWidth ? cell : cell.first(MaxWidth - 1) + QStringLiteral("…");
}

} // namespace

void TextTable::add(QStringList row)
{
    for (qsizetype i = 0; i + 1 < row.size(); ++i)
        row[i] = elided(row[i]);
    m_rows.append(std::move(row));
}

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
