#pragma once

#include "ActorSource.h"
#include "DatabaseHolders.h"
#include "DatabaseView.h"
#include "StorageLayout.h"

namespace greenroom {

class LegacyKv;

/// Which processes have to do with a folder at one moment.
struct FolderHolders
{
    std::optional<Holder> runner; ///< another Greenroom that runs its actors
    DatabaseHolders databases;

    [[nodiscard]] static FolderHolders now(const StorageLayout &layout);
};

using DatabaseReader = Result<void> (*)(const QString &, const DatabaseReading &, std::stop_token);

/// What lies on the disk for the actors of one folder, read without a trace. Any thread; blocks.
class ActorFiles
{
public:
    ActorFiles(const QString &root, DatabaseReader readDatabase)
        : m_layout(root), m_readDatabase(readDatabase)
    {}

    [[nodiscard]] const StorageLayout &layout() const { return m_layout; }

    /// The actor with the state file @p fileName; an error inside says why there is no record.
    [[nodiscard]] ActorEntry entry(const QString &fileName, const FolderHolders &holders) const;

    /// Everything about an actor. Fails with NotFound when it has no file at all.
    [[nodiscard]] Result<ActorDetails> details(const ActorId &id) const;

    /// An actor's alarm; an error inside says why it cannot be trusted, NotFound when there is
    /// none.
    [[nodiscard]] AlarmEntry alarm(const ActorId &id) const;

    /// Asks for key-values where the driver would find them after its migration: in the database if
    /// that has rows, else in the record. @p ofDatabase may be called more than once.
    [[nodiscard]] Result<void>
    readKv(const ActorId &id, std::stop_token stop,
           const std::function<Result<void>(const SqlConnection &)> &ofDatabase,
           const std::function<void(const LegacyKv &)> &ofRecord) const;

    /// Changes whenever the actor's key-values may have.
    [[nodiscard]] QByteArray kvStamp(const ActorId &id) const;

private:
    void addAlarm(ActorEntry &entry, const ActorId &id) const;
    void addPresence(ActorEntry &entry, const ActorId &id, const FolderHolders &holders) const;
    [[nodiscard]] QList<ActorFile> files(const ActorId &id) const;

    const StorageLayout m_layout;
    const DatabaseReader m_readDatabase;
};

} // namespace greenroom
