#include "FaultyStore.h"

using namespace greenroom;

FaultyStore::FaultyStore(std::unique_ptr<ActorStore> store) : m_store(std::move(store)) {}

FaultyStore::~FaultyStore() = default;

void FaultyStore::breakStep(const QString &step, int skipped)
{
    m_broken = step;
    m_skipped = skipped;
    m_isBroken = true;
}

Result<void> FaultyStore::step(const QString &name, const ActorId &id) const
{
    if (!m_isBroken || (!m_broken.isEmpty() && m_broken != name))
        return {};
    if (m_skipped > 0) {
        --m_skipped;
        return {};
    }
    return fail(ErrorCode::Io,
                QStringLiteral("%1: cannot %2: no space left").arg(m_store->nameOf(id), name));
}

Result<void> FaultyStore::change(const QString &name, const ActorId &id)
{
    if (beforeChange)
        beforeChange(name);
    if (const Result<void> may = step(name, id); !may)
        return may;
    m_changes << name;
    return {};
}

QString FaultyStore::nameOf(const ActorId &id) const
{
    return m_store->nameOf(id);
}

Result<QStringList> FaultyStore::actors() const
{
    return m_store->actors();
}

Result<ActorRecord> FaultyStore::record(const ActorId &id) const
{
    if (const Result<void> may = step(QStringLiteral("record"), id); !may)
        return fail(may.error());
    return m_store->record(id);
}

bool FaultyStore::hasRecord(const ActorId &id) const
{
    return m_store->hasRecord(id);
}

Result<void> FaultyStore::writeRecord(const ActorId &id, const ActorRecord &record)
{
    const Result<void> may = change(QStringLiteral("writeRecord"), id);
    return may ? m_store->writeRecord(id, record) : may;
}

Result<void> FaultyStore::removeRecord(const ActorId &id)
{
    const Result<void> may = change(QStringLiteral("removeRecord"), id);
    return may ? m_store->removeRecord(id) : may;
}

Result<QStringList> FaultyStore::alarms() const
{
    return m_store->alarms();
}

Result<AlarmRecord> FaultyStore::alarm(const ActorId &id) const
{
    if (const Result<void> may = step(QStringLiteral("alarm"), id); !may)
        return fail(may.error());
    return m_store->alarm(id);
}

Result<void> FaultyStore::writeAlarm(const ActorId &id, Timestamp at)
{
    const Result<void> may = change(QStringLiteral("writeAlarm"), id);
    return may ? m_store->writeAlarm(id, at) : may;
}

Result<void> FaultyStore::removeAlarm(const ActorId &id)
{
    const Result<void> may = change(QStringLiteral("removeAlarm"), id);
    return may ? m_store->removeAlarm(id) : may;
}

bool FaultyStore::hasDatabase(const ActorId &id) const
{
    return m_store->hasDatabase(id);
}

Result<void> FaultyStore::makeDatabase(const ActorId &id, const KvEntries &entries,
                                       Durability durability)
{
    const Result<void> may = change(QStringLiteral("makeDatabase"), id);
    return may ? m_store->makeDatabase(id, entries, durability) : may;
}

Result<std::unique_ptr<ActorDatabase>> FaultyStore::openDatabase(const ActorId &id,
                                                                 Durability durability)
{
    if (const Result<void> may = change(QStringLiteral("openDatabase"), id); !may)
        return fail(may.error());
    return m_store->openDatabase(id, durability);
}

Result<void> FaultyStore::removeDatabase(const ActorId &id)
{
    const Result<void> may = change(QStringLiteral("removeDatabase"), id);
    return may ? m_store->removeDatabase(id) : may;
}
