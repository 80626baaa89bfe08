#pragma once

#include "EntryPresentation.h"
#include "EntryTableModel.h"

#include <QWidget>

class QTableView;

namespace greenroom {

/// A table of a part of an actor.
class EntryList final : public QWidget
{
    Q_OBJECT

public:
    EntryList(const QString &accessibleName, EntryPresentation::Times times,
              std::shared_ptr<const Clock> clock, QWidget *parent = nullptr);

    /// Rows that are in both stay chosen and where they are.
    void show(const EntryTable &table);
    void clear();

    /// The chosen row, if there is one.
    [[nodiscard]] const EntryTableRow *chosen() const;

    /// Moves shown ages on.
    void tick() { m_presentation.tick(); }

    [[nodiscard]] QTableView *table() const { return m_table; }

Q_SIGNALS:
    void rowChosen();

private:
    void fitColumns();

    EntryTableModel m_model;
    EntryPresentation m_presentation;
    QTableView *m_table;
};

} // namespace greenroom
