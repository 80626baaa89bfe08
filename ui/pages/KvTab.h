#pragma once

#include "ActorSource.h"
#include "KvPager.h"
#include "KvPresentation.h"

#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace greenroom {

class Banner;
class EmptyState;
class KvEditing;
class ValueView;

/// An actor's key-values, a page at a time, and the selected value below.
class KvTab final : public QWidget
{
    Q_OBJECT

public:
    /// @p editing is for the same actor, and turned to it first.
    KvTab(SourceReader &reader, KvEditing &editing, std::shared_ptr<const Clock> clock,
          QWidget *parent = nullptr);

    /// Turns to another actor; what is searched for stays. Nothing is read before the tab is seen.
    void setActor(const std::optional<ActorId> &actor);

    /// Reads the shown page and the shown value again, if this tab is the visible one.
    void refresh();

    /// What the actor keeps in all, when it is known.
    void setTotals(const std::optional<KvTotals> &totals);

    /// Searches for a stored key and chooses it once it is read.
    void showKey(const QByteArray &key);

    [[nodiscard]] QLineEdit *searchField() const { return m_search; }

protected:
    void showEvent(QShowEvent *event) override;

private:
    void search();
    void readWhenSeen();
    void pageTurned();
    void pageFailed(const Error &error);
    void choiceChanged(const QModelIndex &row);
    void showPosition();
    void makeEditActions();
    void showStaged();
    void updateEditActions();
    [[nodiscard]] bool mayEdit(const KvRow &row); // says why not
    void editCurrent();
    void removeCurrent();
    void chooseAwaited();

    /// The row that the table's current one stands for; none without one.
    [[nodiscard]] const KvRow *current() const;

    KvEditing &m_editing;
    KvPager m_pager;
    KvPresentation m_presentation;
    std::optional<KvTotals> m_totals;
    std::optional<QByteArray> m_awaitedKey; // to be chosen once it is read

    QComboBox *m_part;
    QLineEdit *m_search;
    QComboBox *m_format;
    Banner *m_searchProblem;
    Banner *m_banner;
    QTableView *m_table;
    QStackedLayout *m_pages;
    EmptyState *m_empty;
    QToolButton *m_first;
    QToolButton *m_previous;
    QToolButton *m_next;
    QToolButton *m_last;
    QLabel *m_position;
    ValueView *m_value;
    Banner *m_editProblem;
    QAction *m_add;
    QAction *m_edit;
    QAction *m_remove;
    QAction *m_takeBack;
};

} // namespace greenroom
