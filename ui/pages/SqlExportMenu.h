#pragma once

#include "ActorSql.h"
#include "SourceReader.h"
#include "SqlExport.h"

#include <QToolButton>

namespace greenroom {

/// The button that exports a database, or the table that is shown, to a file.
class SqlExportMenu final : public QToolButton
{
    Q_OBJECT

public:
    explicit SqlExportMenu(SourceReader &reader, QWidget *parent = nullptr);

    /// What is exported; none: nothing. The files are called after @p actor.
    void setDatabase(std::shared_ptr<const ActorSql> database, const QString &actor);

    /// The table or view that is shown; empty: none.
    void setObject(const QString &name);

Q_SIGNALS:
    /// A sentence on what was done, or on why it was not.
    void done(const QString &sentence);
    void failed(const QString &sentence);

private:
    using Export = std::function<Result<void>(const QString &path, const std::stop_token &stop)>;

    void exportDatabase();
    void exportRows(SqlRowFormat format);
    [[nodiscard]] QString askPath(const QString &title, const QString &name, const QString &filter);
    void write(const QString &path, const Export &work);

    SourceReader &m_reader;
    std::shared_ptr<const ActorSql> m_database;
    QString m_actor;
    QString m_object;
    Question m_question;

    QAction *m_csv;
    QAction *m_json;
};

} // namespace greenroom
