#include "DatabasePool.h"

namespace greenroom {

Result<void> DatabasePool::make(const ActorId &id, const KvEntries &entries)
{
    if (m_store.isPersistent())
        return m_store.makeDatabase(id, entries, m_durability);
    const Result<ActorDatabase *> database = open(id);
    return database ? (*database)->put(entries) : Result<void>(fail(database.error()));
}

Result<ActorDatabase *> DatabasePool::open(const ActorId &id)
{
    if (const auto found = m_byId.constFind(id); found != m_byId.constEnd()) {
        m_latestFirst.splice(m_latestFirst.begin(), m_latestFirst, *found);
        return m_latestFirst.front().database.get();
    }
    // Room is made first: the files of the one to be opened must not be the ones too many.
    while (m_store.isPersistent() && !m_latestFirst.empty() && m_byId.size() >= m_capacity) {
        m_latestFirst.back().database->keepLogOnClose();
        close(ActorId(m_latestFirst.back().id));
    }

    Result<std::unique_ptr<ActorDatabase>> database = m_store.openDatabase(id, m_durability);
    if (!database)
        return fail(database.error());
    m_latestFirst.push_front({id, std::move(*database)});
    m_byId.insert(id, m_latestFirst.begin());
    return m_latestFirst.front().database.get();
}

Result<ActorDatabase *> DatabasePool::openExisting(const ActorId &id)
{
    if (!m_byId.contains(id) && !m_store.hasDatabase(id))
        return nullptr;
    return open(id);
}

void DatabasePool::close(const ActorId &id)
{
    const auto found = m_byId.constFind(id);
    if (found == m_byId.constEnd())
        return;
    m_latestFirst.erase(*found);
    m_byId.erase(found);
}

void DatabasePool::release(const ActorId &id)
{
    if (m_store.isPersistent())
        close(id);
}

void DatabasePool::closeAll()
{
    m_byId.clear();
    m_latestFirst.clear();
}

} // namespace greenroom
