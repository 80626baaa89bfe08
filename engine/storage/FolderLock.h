#pragma once

#include "Holder.h"
#include "Result.h"
#include "StorageLayout.h"

#include <memory>
#include <optional>

class QLockFile;

namespace greenroom {

/// The right to run a storage folder, held by one process at a time (ROOT/greenroom.lock). The lock
/// of a process that has ended is taken over.
class FolderLock
{
public:
    /// Fails with FolderHeld, naming the holder, or Io. A program that does not know of this lock,
    /// as rivetkit itself, is noticed by the databases it has open.
    [[nodiscard]] static Result<std::unique_ptr<FolderLock>> take(const StorageLayout &layout);

    /// Who runs the folder, told without leaving a trace; none if nobody does. Any thread.
    [[nodiscard]] static std::optional<Holder> holderOf(const StorageLayout &layout);

    ~FolderLock();

private:
    explicit FolderLock(std::unique_ptr<QLockFile> file);

    std::unique_ptr<QLockFile> m_file;
};

} // namespace greenroom
