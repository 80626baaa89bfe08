#pragma once

#include "ActorSource.h"
#include "Clock.h"

#include <QWidget>

#include <memory>

class QLabel;
class QStackedLayout;

namespace greenroom {

class ActorActions;
class Banner;
class EmptyState;
class FieldGrid;
class HexPane;

/// An actor's alarm: how far off it is, when exactly, and what its file says.
class AlarmTab final : public QWidget
{
    Q_OBJECT

public:
    AlarmTab(ActorActions &actions, std::shared_ptr<const Clock> clock, QWidget *parent = nullptr);

    void show(const ActorDetails &details);

    /// Moves the countdown on.
    void tick();

private:
    QWidget *makeCommands(ActorActions &actions);

    const std::shared_ptr<const Clock> m_clock;
    std::optional<Timestamp> m_due;
    bool m_isFiring = false;
    QStackedLayout *m_pages;
    EmptyState *m_empty;
    Banner *m_warnings;
    QLabel *m_countdown;
    FieldGrid *m_fields;
    HexPane *m_bytes;
};

} // namespace greenroom
