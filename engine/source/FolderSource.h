#pragma once

#include "ActorSource.h"

#include <memory>

namespace greenroom {

class ActorFiles;

/// A look at a storage folder that leaves it as it is, byte for byte: it opens records for
/// reading only and databases the way DatabaseView does, takes part in nothing and runs nothing.
/// It is right while another process writes: each answer is a state that the folder was in.
/// Only edit() and importActor() write, where nobody runs the folder.
class FolderSource final : public ActorSource
{
public:
    /// Fails with NotFound when @p folder is no folder, or holds none of the folders state,
    /// alarms and databases; the message says where else to look.
    [[nodiscard]] static Result<std::unique_ptr<FolderSource>> open(const QString &folder);

    /// The folder that rivetkit uses for a program started in @p workingFolder.
    [[nodiscard]] static QString defaultFolder(const QString &workingFolder);

    /// The same look for the process that runs the folder's actors, which must not read its own
    /// databases as another program's.
    [[nodiscard]] static std::unique_ptr<FolderSource> ofRunner(const QString &folder);

    ~FolderSource() override;

    [[nodiscard]] QString location() const override;
    [[nodiscard]] Result<ActorListEnd> listActors(const ActorQuery &query,
                                                  const ActorBatchSink &sink,
                                                  std::stop_token stop) const override;
    [[nodiscard]] Result<ActorDetails> actor(const ActorId &id) const override;
    [[nodiscard]] Result<KvPage> kvPage(const ActorId &id, const KvQuery &query,
                                        std::stop_token stop) const override;
    [[nodiscard]] Result<std::optional<KvRow>> kvRow(const ActorId &id, const KvCursor &key,
                                                     qint64 maxBytes,
                                                     std::stop_token stop) const override;
    [[nodiscard]] Result<KvTotals> kvTotals(const ActorId &id, std::stop_token stop) const override;
    [[nodiscard]] QByteArray kvStamp(const ActorId &id) const override;
    [[nodiscard]] Result<QList<AlarmEntry>> alarms(std::stop_token stop) const override;
    [[nodiscard]] Capability capability(ActorCommand command) const override;
    [[nodiscard]] Result<EditOutcome> edit(const ActorId &id, const KvEdit &edit) override;
    [[nodiscard]] Result<ImportOutcome> importActor(const QString &bundleFile,
                                                    const ImportOptions &options,
                                                    std::stop_token stop) override;

private:
    explicit FolderSource(std::unique_ptr<const ActorFiles> files);
    [[nodiscard]] Result<EditOutcome> tryEdit(const ActorId &id, const KvEdit &edit) const;

    const std::unique_ptr<const ActorFiles> m_files;
};

} // namespace greenroom
