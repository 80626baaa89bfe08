#include "SqlRowsPresentation.h"

#include "Colors.h"
#include "PresentationProxy.h"
#include "Printable.h"
#include "SqlRowsModel.h"
#include "SqlText.h"

#include <QGuiApplication>
#include <QLocale>

namespace greenroom {

namespace {

// A longer text would only slow the table down; all of it is in the pane below.
constexpr qsizetype LongestCell = 300;

bool isNumber(const SqlValue &value)
{
    return value.storage == StorageClass::Integer || value.storage == StorageClass::Real;
}

QString cellText(const SqlValue &value)
{
    QString text = sqlPreview(value);
    if (text.size() > LongestCell)
        text = text.first(LongestCell) + QStringLiteral("…");
    return text;
}

} // namespace

QVariant SqlRowsPresentation::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const QStringList &columns = static_cast<SqlRowsModel *>(sourceModel())->columns();
    if (role == Qt::DisplayRole && section < columns.size())
        return printable(columns[section]);
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | Qt::AlignLeft);
    return {};
}

QVariant SqlRowsPresentation::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const SqlValue &value = static_cast<SqlRowsModel *>(sourceModel())->value(index);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return cellText(value);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (isNumber(value) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::FontRole:
        return value.storage == StorageClass::Blob ? QVariant(fixedFont()) : QVariant();
    case Qt::ForegroundRole:
        return value.storage == StorageClass::Null || value.storage == StorageClass::Blob
                   ? QVariant(toneColor(Tone::Muted, QGuiApplication::palette()))
                   : QVariant();
    default:
        return QIdentityProxyModel::data(index, role);
    }
}

} // namespace greenroom
