#pragma once

#include "SqlBrowser.h"
#include "SqlObjectPresentation.h"

#include <QWidget>

class QStackedLayout;
class QTabWidget;
class QTableView;

namespace greenroom {

class Banner;
class EmptyState;
class HexPane;
class SqlExportMenu;
class SqlQueryBox;
class SqlRowsView;

/// An actor's own SQL database: what it has at the left; rows, definition and queries at the right.
class DatabaseTab final : public QWidget
{
    Q_OBJECT

public:
    DatabaseTab(SourceReader &reader, std::shared_ptr<const Clock> clock,
                QWidget *parent = nullptr);

    /// Turns to another actor. Nothing is read before the tab is seen.
    void setActor(const std::optional<ActorId> &actor);

    /// Reads the database again if it may have changed and this tab is the visible one.
    void refresh();

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *makeObjects();
    void opened();
    void absent();
    void failed(const Error &error);
    void choose(const QModelIndex &row);
    void turnAside();
    void closeDatabase();
    void showEmpty(const QString &icon, const QString &title, const QString &text);
    void showTotal();

    SqlBrowser m_browser;
    SqlObjectPresentation m_presentation;
    std::optional<ActorId> m_actor;
    std::optional<SqlObject> m_object; // the chosen one
    bool m_isFresh = true;             // nothing was there to choose from yet
    bool m_isTurnedAside = false;      // to the definition of what has no rows

    Banner *m_banner;
    Banner *m_outcome;
    QStackedLayout *m_pages;
    EmptyState *m_empty;
    QTableView *m_objects;
    SqlExportMenu *m_export;
    QTabWidget *m_views;
    SqlRowsView *m_rows;
    HexPane *m_definition;
    SqlQueryBox *m_query;
};

} // namespace greenroom
