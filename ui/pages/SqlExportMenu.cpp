#include "SqlExportMenu.h"

#include "Printable.h"
#include "SvgIcon.h"

#include <QFileDialog>
#include <QMenu>

namespace greenroom {

SqlExportMenu::SqlExportMenu(SourceReader &reader, QWidget *parent)
    : QToolButton(parent), m_reader(reader)
{
    setIcon(svgIcon(QStringLiteral("save")));
    setText(tr("Export"));
    setToolTip(tr("Export the database or a table to a file"));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setAutoRaise(true);
    setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(this);
    menu->addAction(tr("&Database as an SQLite file…"), this, &SqlExportMenu::exportDatabase);
    menu->addSeparator();
    m_csv = menu->addAction(tr("Rows as &CSV…"), this, [this] { exportRows(SqlRowFormat::Csv); });
    m_json =
        menu->addAction(tr("Rows as &JSON…"), this, [this] { exportRows(SqlRowFormat::Json); });
    setMenu(menu);
    setDatabase(nullptr, {});
}

void SqlExportMenu::setDatabase(std::shared_ptr<const ActorSql> database, const QString &actor)
{
    m_database = std::move(database);
    m_actor = actor;
    setEnabled(m_database != nullptr);
}

void SqlExportMenu::setObject(const QString &name)
{
    m_object = name;
    m_csv->setEnabled(!name.isEmpty());
    m_json->setEnabled(!name.isEmpty());
    const QString what = name.isEmpty() ? tr("Rows") : printable(name).replace(u'&', tr("&&"));
    m_csv->setText(tr("%1 as &CSV…").arg(what));
    m_json->setText(tr("%1 as &JSON…").arg(what));
}

QString SqlExportMenu::askPath(const QString &title, const QString &name, const QString &filter)
{
    QString plain = name;
    plain.replace(u'/', u'_');
    return QFileDialog::getSaveFileName(this, title, plain, filter);
}

void SqlExportMenu::exportDatabase()
{
    write(askPath(tr("Export the database"), m_actor + QStringLiteral(".sqlite"),
                  tr("SQLite database (*.sqlite)")),
          [database = m_database](const QString &path, const std::stop_token &) {
              return saveDatabase(*database, path);
          });
}

void SqlExportMenu::exportRows(SqlRowFormat format)
{
    const bool isCsv = format == SqlRowFormat::Csv;
    write(askPath(tr("Export the rows of %1").arg(printable(m_object)),
                  m_object + (isCsv ? QStringLiteral(".csv") : QStringLiteral(".json")),
                  isCsv ? tr("CSV (*.csv)") : tr("JSON (*.json)")),
          [database = m_database, object = m_object, format](const QString &path,
                                                             const std::stop_token &stop) {
              return saveRows(*database, object, format, path, stop).map([](qint64) {});
          });
}

void SqlExportMenu::write(const QString &path, const Export &work)
{
    if (path.isEmpty())
        return;
    m_question =
        m_reader.ask(SourceReader::Lane::Queries, this,
                     [this, path, work](ActorSource &source, const Reply &reply) {
                         Result<void> written = checkExportPath(path, source.location());
                         if (written)
                             written = work(path, reply.stopToken());
                         reply.tell([this, path, written] {
                             if (written)
                                 Q_EMIT done(tr("Exported to %1").arg(path));
                             else
                                 Q_EMIT failed(tr("Not exported: %1").arg(written.error().message));
                         });
                     });
}

} // namespace greenroom
