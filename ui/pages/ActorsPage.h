#pragma once

#include "ActorFilter.h"
#include "ActorPresentation.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTableView;

namespace greenroom {

class EmptyState;
class FolderSession;

/// The table of a folder's actors with its filter.
class ActorsPage final : public QWidget
{
    Q_OBJECT

public:
    ActorsPage(FolderSession &session, std::shared_ptr<const Clock> clock,
               QWidget *parent = nullptr);

    /// The file name of the chosen actor; empty without one.
    [[nodiscard]] const QString &currentActor() const { return m_chosen; }

    /// Makes an actor the current one and scrolls to it; a filter that hides it is cleared.
    void choose(const QString &fileName);

    /// The file names of the selected actors: the chosen one alone where it is not among the
    /// selected rows.
    [[nodiscard]] QStringList selectedActors() const;

    /// Offers @p actions in the table's context menu.
    void addActions(const QList<QAction *> &actions);

    void tick() { m_presentation.tick(); }

    [[nodiscard]] QLineEdit *filterField() const { return m_filterField; }

    /// Widths, order, sort and hidden columns, for the settings.
    [[nodiscard]] QByteArray saveColumns() const;
    void restoreColumns(const QByteArray &state);

Q_SIGNALS:
    void currentActorChanged(const QString &fileName);
    void selectedActorsChanged();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void setUpTable();
    void choiceChanged(const QModelIndex &row);
    void showChosen();
    void rowsChanged();
    void preferVisible();
    void showLiveColumns();

    FolderSession &m_session;
    ActorFilter m_filter;
    ActorPresentation m_presentation;

    QLineEdit *m_filterField;
    QLabel *m_count;
    QStackedWidget *m_pages;
    QTableView *m_table;
    EmptyState *m_empty;
    // The actor whose details are shown, also while the filter hides it.
    QString m_chosen;

    QTimer m_settling;  // a filter changes rows in thousands of runs: they are told of once
    QTimer m_selecting; // and so does it with the selection

    bool m_showsLive = false;  // of actors that run
    bool m_wantsWrites = true; // whether that column is shown where actors run
};

} // namespace greenroom
