#include "KvPresentation.h"

#include "ByteText.h"
#include "Colors.h"
#include "KeyText.h"
#include "KvTableModel.h"
#include "Printable.h"

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

QString KvPresentation::text(const QModelIndex &index) const
{
    const KvRow &row = static_cast<KvTableModel *>(sourceModel())->row(index.row());
    switch (index.column()) {
    case Column::KindColumn:
        return kindTitle(kindOf(row));
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
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(index);
    case Qt::ToolTipRole:
        return column == Column::KeyColumn
                   ? hexText(raw(index).toByteArray().first(
                         std::min<qsizetype>(raw(index).toByteArray().size(), 512)))
                   : QString();
    case Qt::TextAlignmentRole:
        return alignment(column);
    case Qt::FontRole:
        return column == Column::KeyColumn || column == Column::ValueColumn ? fixedFont()
                                                                            : QVariant();
    case Qt::ForegroundRole:
        return column == Column::KindColumn || column == Column::SizeColumn
                   ? toneColor(Tone::Muted, QGuiApplication::palette())
                   : QVariant();
    default:
        return QIdentityProxyModel::data(index, role);
    }
}

} // namespace greenroom
