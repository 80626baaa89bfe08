#pragma once

#include "DecodedRows.h"

#include <QStringList>

namespace greenroom {

/// A call that an actor has planned.
struct PlannedCall
{
    QString eventId;
    Timestamp at;
    QString action;
    NodeId node = NoNode; ///< in the record's outline
    NodeId args = NoNode; ///< NoNode without any

    bool operator==(const PlannedCall &) const = default;
};

/// What an actor keeps under key 01, and how its plans fit its alarm file.
struct ActorState
{
    /// The record's bytes as they are stored, with their outline.
    EntryOutline record;

    /// Nodes in the record's outline; NoNode for what is absent or was not decoded.
    NodeId state = NoNode;
    NodeId input = NoNode;

    bool hasInitialized = false;
    QList<PlannedCall> calls;

    /// The pending alarm; none without one, or where its file is damaged.
    std::optional<Timestamp> alarmAt;

    /// Where the plans and the alarm file do not agree, a sentence each.
    QStringList disagreements;
};

/// The key under which it is kept, 01.
[[nodiscard]] QByteArray stateKey();

/// Reads an actor's state. None for an actor that keeps no key 01. Any thread; blocks. With a
/// @p staged record it is told what that would be.
[[nodiscard]] Result<std::optional<ActorState>>
readActorState(const ActorSource &source, const ActorId &id, std::stop_token stop = {},
               const std::optional<QByteArray> &staged = std::nullopt);

} // namespace greenroom
