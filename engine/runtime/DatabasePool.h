#pragma once

#include "ActorStore.h"

#include <QHash>

#include <list>

namespace greenroom {

/// The open databases of one lane's actors. When there are too many, the one not used for longest
/// is closed; it opens again at its next use. A database in memory stays, or it would be lost.
/// Used by one thread at a time.
class DatabasePool
{
public:
    DatabasePool(ActorStore &store, Durability durability, qsizetype capacity)
        : m_store(store), m_durability(durability), m_capacity(capacity)
    {}

    /// Makes the database of a new actor, which has none, with its first key-values. Opens it only
    /// where it could not stay otherwise.
    [[nodiscard]] Result<void> make(const ActorId &id, const KvEntries &entries);

    /// The actor's database, made if it is missing. Valid until the next call.
    [[nodiscard]] Result<ActorDatabase *> open(const ActorId &id);

    /// A database that is missing counts as an empty one: none.
    [[nodiscard]] Result<ActorDatabase *> openExisting(const ActorId &id);

    void close(const ActorId &id);

    /// The actor does not need it for now: a database in memory stays all the same.
    void release(const ActorId &id);

    void closeAll();

    [[nodiscard]] qsizetype size() const { return m_byId.size(); }

private:
    struct Open
    {
        ActorId id;
        std::unique_ptr<ActorDatabase> database;
    };

    ActorStore &m_store;
    const Durability m_durability;
    const qsizetype m_capacity;

    std::list<Open> m_latestFirst;
    QHash<ActorId, std::list<Open>::iterator> m_byId;
};

} // namespace greenroom
