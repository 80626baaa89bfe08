#include "KvPresentation.h"

#include "ByteText.h"
#include "Colors.h"
#include "KeyText.h"
#include "KvTableModel.h"
#include "Printable.h"
#include "SvgIcon.h"

#include <QGuiApplication>
#include <QLocale>

namespace greenroom {

namespace {

using Column = KvTableModel::Column;

constexpr qsizetype HexPreview = 60;

/// Text is not called text where it is no UTF-8.
QString asText(QByteArrayView bytes)
{
    const std::optional<QString> text = utf8Text(bytes);
    return text ? printable(*text) : hexText(bytes);
}

QString ellipsis(bool isWhole)
{
    return isWhole ? QString() : QStringLiteral(" …");
}

/// A staged change in a word, and in a picture.
QString wordOf(const KvChange &change)
{
    return !change.before ? KvPresentation::tr("New")
           : change.after ? KvPresentation::tr("Edited")
                          : KvPresentation::tr("Deleted");
}

QIcon iconOf(const KvChange &change)
{
    return svgIcon(!change.before ? QStringLiteral("add")
                   : change.after ? QStringLiteral("edit")
                                  : QStringLiteral("destroy"),
                   change.after ? Tone::Accent : Tone::Danger);
}

/// The row as it would become.
KvRow applied(KvRow row, const KvChange &change)
{
    constexpr qsizetype Preview = 256;
    if (change.after) {
        row.value = change.after->first(std::min(Preview, change.after->size()));
        row.valueSize = change.after->size();
        row.valueClass = StorageClass::Blob;
    }
    return row;
}

QString valueIn(ByteFormat format, const KvRow &row)
{
    if (isSecret(row))
        return secretMask();
    switch (format) {
    case ByteFormat::Auto:
        return bytePreview(row.value, row.isWhole());
    case ByteFormat::Text:
        return asText(row.isWhole() ? QByteArrayView(row.value) : withoutCutCharacter(row.value)) +
               ellipsis(row.isWhole());
    case ByteFormat::Hex: {
        const bool whole = row.isWhole() && row.value.size() <= HexPreview;
        return hexText(row.value.first(std::min(row.value.size(), HexPreview))) + ellipsis(whole);
    }
    }
    Q_UNREACHABLE();
}

} // namespace

QString KvPresentation::title(int column) const
{
    switch (column) {
    case Column::KindColumn:
        return QStringLiteral("Part");
    case Column::KeyColumn:
        return QStringLiteral("Key");
    case Column::ValueColumn:
        return QStringLiteral("Value");
    case Column::SizeColumn:
        return QStringLiteral("Bytes");
    default:
        return {};
    }
}

bool KvPresentation::isNumber(int column) const
{
    return column == Column::SizeColumn;
}

QString keyIn(ByteFormat format, const KvRow &row)
{
    switch (format) {
    case ByteFormat::Auto:
        return keyMeaning(row);
    case ByteFormat::Text:
        return asText(row.key);
    case ByteFormat::Hex:
        return hexText(row.key);
    }
    Q_UNREACHABLE();
}

void KvPresentation::setFormat(ByteFormat format)
{
    m_format = format;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, Column::KeyColumn), index(rowCount() - 1, Column::ValueColumn));
}

void KvPresentation::showStaged(const QList<KvChange> &changes)
{
    if (changes.isEmpty() && m_staged.isEmpty())
        return;
    m_staged.clear();
    for (const KvChange &change : changes)
        m_staged.insert(change.key, change);
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

const KvRow &KvPresentation::row(const QModelIndex &index) const
{
    return static_cast<KvTableModel *>(sourceModel())->row(index.row());
}

std::optional<KvChange> KvPresentation::staged(const KvRow &row) const
{
    if (row.keyClass != StorageClass::Blob)
        return std::nullopt;
    const auto change = m_staged.constFind(row.key);
    return change == m_staged.constEnd() ? std::nullopt : std::optional(*change);
}

QString KvPresentation::text(const QModelIndex &index) const
{
    const std::optional<KvChange> change = staged(row(index));
    const KvRow row = change ? applied(this->row(index), *change) : this->row(index);
    switch (index.column()) {
    case Column::KindColumn:
        return change ? tr("%1 · %2").arg(wordOf(*change), kindTitle(kindOf(row)))
                      : kindTitle(kindOf(row));
    case Column::KeyColumn:
        return keyIn(m_format, row);
    case Column::ValueColumn:
        return valueIn(m_format, row);
    case Column::SizeColumn:
        return QLocale().toString(row.valueSize);
    default:
        return {};
    }
}

QVariant KvPresentation::data(const QModelIndex &index, int role) const
{
    const int column = index.column();
    const std::optional<KvChange> change = m_staged.isEmpty() ? std::nullopt : staged(row(index));
    switch (role) {
    case Qt::DecorationRole:
        return change && column == Column::KindColumn ? iconOf(*change) : QVariant();
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(index);
    case Qt::ToolTipRole:
        if (change && column == Column::KindColumn)
            return tr("%1, and not applied yet").arg(wordOf(*change));
        return column == Column::KeyColumn
                   ? hexText(raw(index).toByteArray().first(
                         std::min<qsizetype>(raw(index).toByteArray().size(), 512)))
                   : QString();
    case Qt::TextAlignmentRole:
        return alignment(column);
    case Qt::FontRole: {
        if (column != Column::KeyColumn && column != Column::ValueColumn)
            return {};
        QFont font = fixedFont();
        font.setStrikeOut(change && !change->after);
        return font;
    }
    case Qt::ForegroundRole:
        if (change)
            return toneColor(!change->after                ? Tone::Muted
                             : column == Column::KeyColumn ? Tone::Plain
                                                           : Tone::Accent,
                             QGuiApplication::palette());
        return column == Column::KindColumn || column == Column::SizeColumn
                   ? toneColor(Tone::Muted, QGuiApplication::palette())
                   : QVariant();
    default:
        return QIdentityProxyModel::data(index, role);
    }
}

} // namespace greenroom
