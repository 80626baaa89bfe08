#pragma once

#include "ActorDatabase.h"
#include "ActorId.h"
#include "ActorRecord.h"
#include "AlarmRecord.h"

namespace greenroom {

/// Where an engine keeps its actors. One actor's things are used by one thread at a time; different
/// actors' from any threads.
class ActorStore
{
public:
    virtual ~ActorStore();

    /// Whether what is kept outlives the engine.
    [[nodiscard]] virtual bool isPersistent() const = 0;

    /// What an actor's things are called in messages.
    [[nodiscard]] virtual QString nameOf(const ActorId &id) const = 0;

    /// The names of all actors' records, sorted; some may be no ids.
    [[nodiscard]] virtual Result<QStringList> actors() const = 0;

    /// Fails with NotFound, or says what is wrong with the record.
    [[nodiscard]] virtual Result<ActorRecord> record(const ActorId &id) const = 0;
    [[nodiscard]] virtual bool hasRecord(const ActorId &id) const = 0;

    /// Atomic, and durable when it returns; a failure leaves the old record.
    [[nodiscard]] virtual Result<void> writeRecord(const ActorId &id,
                                                   const ActorRecord &record) = 0;
    [[nodiscard]] virtual Result<void> removeRecord(const ActorId &id) = 0;

    [[nodiscard]] virtual Result<QStringList> alarms() const = 0;
    [[nodiscard]] virtual Result<AlarmRecord> alarm(const ActorId &id) const = 0;
    [[nodiscard]] virtual Result<void> writeAlarm(const ActorId &id, Timestamp at) = 0;
    [[nodiscard]] virtual Result<void> removeAlarm(const ActorId &id) = 0;

    [[nodiscard]] virtual bool hasDatabase(const ActorId &id) const = 0;

    /// Makes the database of a new actor, which has none, with its first key-values.
    [[nodiscard]] virtual Result<void> makeDatabase(const ActorId &id, const KvEntries &entries,
                                                    Durability durability) = 0;

    /// Opens the database, and makes it if it is missing.
    [[nodiscard]] virtual Result<std::unique_ptr<ActorDatabase>>
    openDatabase(const ActorId &id, Durability durability) = 0;

    /// Removes the database and all that SQLite keeps beside it. It must not be open.
    [[nodiscard]] virtual Result<void> removeDatabase(const ActorId &id) = 0;
};

} // namespace greenroom
