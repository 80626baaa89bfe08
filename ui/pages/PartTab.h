#pragma once

#include "EntryTable.h"
#include "SourceReader.h"

#include <QWidget>

class QLabel;
class QStackedLayout;

namespace greenroom {

class Banner;
class Clock;
class EmptyState;
class EntryList;
class OutlineView;

/// A part of an actor that it keeps as key-values of its own: its connections, queue, workflow or
/// traces. Above, one row for each; below, the chosen one as it is decoded, beside its bytes.
class PartTab final : public QWidget
{
    Q_OBJECT

public:
    PartTab(ActorPart part, SourceReader &reader, std::shared_ptr<const Clock> clock,
            QWidget *parent = nullptr);

    /// Turns to another actor. Nothing is read before the tab is seen.
    void setActor(const std::optional<ActorId> &actor);

    /// Reads it again, if this tab is the visible one; what is chosen, unfolded and scrolled stays.
    void refresh();

    void tick();

    [[nodiscard]] ActorPart part() const { return m_part; }

    /// "Queue".
    [[nodiscard]] static QString title(ActorPart part);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void read();
    void present(const EntryTable &table);
    void presentFailure(const Error &error);
    void readChosen();

    const ActorPart m_part;
    SourceReader &m_reader;
    std::optional<ActorId> m_actor;
    Question m_question;
    Question m_valueQuestion;
    NodeId m_shownNode = Outline::Root;

    QStackedLayout *m_pages;
    EmptyState *m_empty;
    QLabel *m_summary;
    Banner *m_problems;
    EntryList *m_list;
    OutlineView *m_value;
};

} // namespace greenroom
