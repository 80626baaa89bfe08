#include "SqlObjectPresentation.h"

#include "Colors.h"
#include "Counted.h"
#include "Printable.h"
#include "SqlObjectModel.h"
#include "SvgIcon.h"

#include <QGuiApplication>

namespace greenroom {

namespace {

using Column = SqlObjectModel::Column;

QIcon kindIcon(SqlObject::Kind kind)
{
    switch (kind) {
    case SqlObject::Kind::Table:
    case SqlObject::Kind::VirtualTable:
        return svgIcon(QStringLiteral("table"), Tone::Accent);
    case SqlObject::Kind::View:
        return svgIcon(QStringLiteral("eye"), Tone::Accent);
    case SqlObject::Kind::Index:
        return svgIcon(QStringLiteral("index"), Tone::Muted);
    case SqlObject::Kind::Trigger:
        return svgIcon(QStringLiteral("trigger"), Tone::Muted);
    }
    Q_UNREACHABLE();
}

QString meaning(const SqlObject &object)
{
    QString text = kindTitle(object.kind) + u' ' + printable(object.name);
    if (!object.hasRows())
        return text + SqlObjectPresentation::tr(" on ") + printable(object.table);
    return text + QStringLiteral(": ") +
           counted(object.columns.size(), SqlObjectPresentation::tr("column"),
                   SqlObjectPresentation::tr("columns"));
}

QString rowsText(const SqlObjectRow &row)
{
    if (!row.object.hasRows())
        return {};
    if (row.error)
        return QStringLiteral("?");
    return row.rows ? QLocale().toString(*row.rows) : QStringLiteral("…");
}

} // namespace

QString kindTitle(SqlObject::Kind kind)
{
    switch (kind) {
    case SqlObject::Kind::Table:
        return SqlObjectPresentation::tr("Table");
    case SqlObject::Kind::VirtualTable:
        return SqlObjectPresentation::tr("Virtual table");
    case SqlObject::Kind::View:
        return SqlObjectPresentation::tr("View");
    case SqlObject::Kind::Index:
        return SqlObjectPresentation::tr("Index");
    case SqlObject::Kind::Trigger:
        return SqlObjectPresentation::tr("Trigger");
    }
    Q_UNREACHABLE();
}

QString SqlObjectPresentation::title(int column) const
{
    return column == Column::NameColumn ? tr("Name") : tr("Rows");
}

bool SqlObjectPresentation::isNumber(int column) const
{
    return column == Column::RowsColumn;
}

QVariant SqlObjectPresentation::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const SqlObjectRow &row = static_cast<SqlObjectModel *>(sourceModel())->row(index.row());
    const bool isName = index.column() == Column::NameColumn;
    switch (role) {
    case Qt::DisplayRole:
        return isName ? printable(row.object.name) : rowsText(row);
    case Qt::AccessibleTextRole:
        return isName ? meaning(row.object) : rowsText(row);
    case Qt::DecorationRole:
        return isName ? QVariant(kindIcon(row.object.kind)) : QVariant();
    case Qt::ToolTipRole:
        return (row.error ? row.error->message : meaning(row.object)).toHtmlEscaped();
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    case Qt::ForegroundRole:
        return isName && row.object.hasRows()
                   ? QVariant()
                   : QVariant(toneColor(row.error ? Tone::Danger : Tone::Muted,
                                        QGuiApplication::palette()));
    default:
        return PresentationProxy::data(index, role);
    }
}

} // namespace greenroom
