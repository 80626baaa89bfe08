#pragma once

#include "ActorState.h"

#include <QStringList>

namespace greenroom {

/// One cell: a text, or a time that is shown in words.
struct EntryCell
{
    QString text{};
    std::optional<Timestamp> time{};

    bool operator==(const EntryCell &) const = default;
};

/// One row of a part of an actor: which bytes it stands for, and what they say.
struct EntryTableRow
{
    /// The key-value it comes from, and the node within, Root for the whole.
    QByteArray key;
    NodeId node = Outline::Root;

    QList<EntryCell> cells;

    /// Why it cannot be decoded, or what is odd; empty if nothing is.
    QString problem{};

    /// How deep it stands below others, for a history.
    int depth = 0;

    bool operator==(const EntryTableRow &) const = default;
};

/// A part of an actor as a table for people: its connections, queue, workflow or traces.
struct EntryTable
{
    QStringList columns;
    QList<EntryTableRow> rows;

    /// The part as a whole, a sentence each: counters, a workflow's state.
    QStringList summary;

    /// What does not fit together, a sentence each.
    QStringList problems;
};

enum class ActorPart { Connections, Queue, Workflow, Traces };

/// Reads a part of an actor. Any thread; blocks; ends early with Cancelled.
[[nodiscard]] Result<EntryTable> readPart(const ActorSource &source, const ActorId &id,
                                          ActorPart part, std::stop_token stop = {});

/// The keys of a part: all begin with this.
[[nodiscard]] QByteArray prefixOf(ActorPart part);

/// A part of rows that are read already.
[[nodiscard]] EntryTable connectionTable(const DecodedRows &rows);
[[nodiscard]] EntryTable queueTable(const DecodedRows &rows);
[[nodiscard]] EntryTable workflowTable(const DecodedRows &rows);
[[nodiscard]] EntryTable traceTable(const DecodedRows &rows);

/// The calls that an actor has planned, in their order, and which one its alarm is for.
[[nodiscard]] EntryTable plannedCallTable(const ActorState &state);

/// A value of CBOR on one line, cut where it gets long; empty for NoNode.
[[nodiscard]] QString valueLine(const Outline &outline, NodeId node);

} // namespace greenroom
