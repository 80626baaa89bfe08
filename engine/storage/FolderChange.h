#pragma once

#include "ActorImport.h"
#include "KvEdit.h"
#include "PathTurn.h"
#include "Result.h"
#include "StorageLayout.h"

#include <memory>
#include <stop_token>

namespace greenroom {

class FolderLock;

/// The right to change actors of a folder that nobody runs, for the moment that it takes: as long
/// as this lives the folder is locked, for other threads as well. What is written is on disk when
/// a call returns. Any thread; blocks.
class FolderChange
{
public:
    /// Fails with FolderHeld, naming the program that runs the folder, or Io.
    [[nodiscard]] static Result<std::unique_ptr<FolderChange>> begin(const StorageLayout &layout);

    ~FolderChange();
    Q_DISABLE_COPY_MOVE(FolderChange)

    /// Applies a staged edit in one transaction if all that it was based on is still so; else says
    /// what is there now. Key-values that an older rivetkit kept in the record move into the
    /// database with it. Leaves no files of SQLite's behind, and none at all on a failure.
    [[nodiscard]] Result<EditOutcome> edit(const ActorId &id, const KvEdit &edit);

    /// As ActorSource::importActor().
    [[nodiscard]] Result<ImportOutcome>
    importActor(const QString &bundleFile, const ImportOptions &options, std::stop_token stop);

private:
    explicit FolderChange(const StorageLayout &layout);

    const StorageLayout m_layout;
    const PathTurn m_turn;
    std::unique_ptr<FolderLock> m_lock; // gone before the turn
};

} // namespace greenroom
