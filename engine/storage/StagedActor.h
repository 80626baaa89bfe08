#pragma once

#include "ActorArrival.h"
#include "Result.h"
#include "StorageLayout.h"

#include <memory>
#include <stop_token>

namespace greenroom {

class BundleReader;

/// A bundle's actor on its way into a folder. Its database lies finished beside where it belongs,
/// under a temporary name that whoever runs the folder sweeps away after a crash; until install()
/// nobody else sees anything of it. What was not installed goes with this object.
class StagedActor
{
public:
    /// Reads the bundle and makes sure that it is good. Key-values have no limits here, as an older
    /// rivetkit had none. Fails as BundleReader and ActorArrival, with DuplicateKey where the actor
    /// would be in the way of another, Cancelled, Io, or Sql for a key that is there
    /// twice. Any thread; blocks.
    [[nodiscard]] static Result<std::shared_ptr<StagedActor>> ofBundle(const StorageLayout &layout,
                                                                       const QString &bundleFile,
                                                                       const ImportOptions &options,
                                                                       std::stop_token stop = {});

    ~StagedActor();
    Q_DISABLE_COPY_MOVE(StagedActor)

    [[nodiscard]] const ActorArrival &arrival() const { return m_arrival; }

    /// Puts everything in its place, each file at once and durably: the database, the alarm, and
    /// last the record, which is what makes an actor exist. What lies there under this id is
    /// replaced. Nobody may have those files open.
    ///
    /// A failure leaves nothing of a new actor. Where there was one it leaves that, or, when the
    /// database was in place already, its record with the new key-values.
    [[nodiscard]] Result<void> install();

private:
    StagedActor(const StorageLayout &layout, ActorArrival arrival);

    [[nodiscard]] Result<void> writeDatabase(BundleReader &bundle, const std::stop_token &stop);
    [[nodiscard]] Result<void> installDatabase();
    [[nodiscard]] Result<void> installAlarm() const;

    const StorageLayout m_layout;
    const ActorArrival m_arrival;
    QString m_database; // the temporary file; empty where there are no rows, or once installed
};

/// That an actor is in the way of one that is to be made.
[[nodiscard]] Error actorInTheWay(const QString &nameOfActor);

} // namespace greenroom
