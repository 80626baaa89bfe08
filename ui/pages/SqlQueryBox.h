#pragma once

#include "SqlRowsView.h"

class QPlainTextEdit;
class QPushButton;

namespace greenroom {

/// Where a user asks an actor's SQL database something, and what comes of it. What is typed stays,
/// whatever is shown beside it.
class SqlQueryBox final : public QWidget
{
    Q_OBJECT

public:
    explicit SqlQueryBox(SourceReader &reader, QWidget *parent = nullptr);

    /// What is asked from now on; none: nothing can be. Rows that are shown stay those of the
    /// database they came from.
    void setDatabase(std::shared_ptr<const ActorSql> database);

    /// Forgets what was asked; for another actor.
    void clear();

protected:
    /// Ctrl+Return runs.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void run();
    void cancel();
    void readingChanged();

    std::shared_ptr<const ActorSql> m_database;

    QPlainTextEdit *m_sql;
    QPushButton *m_run;
    QPushButton *m_cancel;
    QLabel *m_state;
    SqlRowsView *m_rows;
};

} // namespace greenroom
