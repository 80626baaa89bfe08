#pragma once

#include "AlarmPresentation.h"
#include "AlarmTableModel.h"
#include "RawSort.h"

#include <QDockWidget>
#include <QPointer>

class QStackedWidget;
class QTableView;

namespace greenroom {

class ActorActions;
class EmptyState;

/// All pending alarms of the folder, soonest first.
class AlarmsDock final : public QDockWidget
{
    Q_OBJECT

public:
    explicit AlarmsDock(std::shared_ptr<const Clock> clock, QWidget *parent = nullptr);

    /// Shows @p alarms, or nothing.
    void setModel(AlarmTableModel *alarms);

    /// Offers what can be done to the selected alarms; @p actions are told which those are.
    void setActions(ActorActions *actions);

    /// Widths, order and hidden columns, for the settings.
    [[nodiscard]] QByteArray saveColumns() const;
    void restoreColumns(const QByteArray &state);

    void tick() { m_presentation.tick(); }

Q_SIGNALS:
    /// The user wants to see whose alarm this is.
    void actorChosen(const QString &fileName);

private:
    void countChanged();
    void selectionChanged();

    AlarmTableModel m_none; // keeps the columns while no folder is open
    RawSort m_sort;
    AlarmPresentation m_presentation;
    QStackedWidget *m_pages;
    QTableView *m_table;
    EmptyState *m_empty;
    QPointer<ActorActions> m_actions;
};

} // namespace greenroom
