#pragma once

#include "ActorId.h"
#include "ActorImport.h"
#include "ActorRecord.h"
#include "EventLog.h"
#include "Holder.h"
#include "KeySpace.h"
#include "KvEdit.h"
#include "KvPage.h"
#include "LiveStatus.h"
#include "Result.h"
#include "Timestamp.h"

#include <QDir>

#include <functional>
#include <stop_token>

namespace greenroom {

/// Whether some process runs an actor, as far as the system tells.
enum class Presence {
    Unknown, ///< this system or this actor gives no sign
    Held,    ///< a process has its database open
    Free,    ///< no process has its database open
};

/// One actor in a listing. An actor whose record cannot be read is an entry too, with its error.
struct ActorEntry
{
    /// The name of its state file, shown as it is. An id only where ActorId accepts it.
    QString fileName;

    /// The record without its legacy key-values; none when it is damaged.
    std::optional<ActorRecord> record;

    /// Why there is no record.
    std::optional<Error> error;

    /// The time in its alarm file; none without one, or when that file is damaged.
    std::optional<Timestamp> alarmAt;

    Presence presence = Presence::Unknown;
    std::optional<Holder> holder;

    /// What the engine knows of it, where the source runs the folder.
    std::optional<LiveStatus> live;

    /// What is odd though the actor can be read: a sentence each.
    QStringList warnings;

    bool operator==(const ActorEntry &) const = default;
};

/// A file of an actor, as it stands on the disk.
struct ActorFile
{
    QString path;
    qint64 bytes = 0;
    qint64 modifiedMs = 0; ///< Unix milliseconds

    bool operator==(const ActorFile &) const = default;
};

/// All there is to know about one actor without reading its key-values.
struct ActorDetails
{
    ActorEntry entry;
    QList<ActorFile> files;

    /// The bytes of the state file, empty where it cannot be read.
    QByteArray stateBytes;

    /// The bytes of the alarm file, empty where it cannot be read; none where there is no such
    /// file.
    std::optional<QByteArray> alarmBytes;

    bool operator==(const ActorDetails &) const = default;
};

/// One pending alarm.
struct AlarmEntry
{
    /// The name of its file.
    QString fileName;

    /// When it is due; none when the file is damaged.
    std::optional<Timestamp> timestamp;

    /// No actor of that file name exists.
    bool orphan = false;

    /// Why the file cannot be trusted: it is damaged, or names another actor.
    std::optional<Error> error;

    bool operator==(const AlarmEntry &) const = default;
};

/// Which actors to list, in the order of their file names.
struct ActorQuery
{
    /// Only actors of exactly this name.
    std::optional<QString> name;

    /// Only file names behind this one.
    QString after;

    /// At most this many entries.
    qint64 limit = std::numeric_limits<qint64>::max();
};

/// Where a listing ended.
struct ActorListEnd
{
    /// The last file name given, when more follow.
    std::optional<QString> cursor;

    /// What in the folder was passed over, a sentence each.
    QStringList notices;
};

using ActorBatch = QList<ActorEntry>;
using ActorBatchSink = std::function<void(ActorBatch)>;

/// What a user may want done to an actor.
enum class ActorCommand {
    Wake,
    Sleep,
    Destroy,
    FireAlarm,   ///< call onAlarm now instead of at its time
    CancelAlarm, ///< forget the pending alarm
    SetAlarm,    ///< ActorSource::setAlarm
    Create,      ///< ActorSource::create
    WriteKv,     ///< ActorSource::putKv and removeKv
    EditKv,      ///< ActorSource::edit
    Import,      ///< ActorSource::importActor
    Export,      ///< exportActor() of ActorExport.h
};

/// An actor to be made.
struct NewActor
{
    QString name;
    QStringList key;
    std::optional<QByteArray> input; ///< CBOR, as storage-format §6 keeps it
};

/// Whether a source can carry out a command, and why not.
struct Capability
{
    bool available = false;
    QString reason; ///< a sentence for people, empty when available
};

/// One interface to a folder of actors, whoever runs them. The window and the command line know
/// nothing else.
///
/// Every call blocks until it is done and may be made from any thread, also from several at once;
/// the window makes them on background threads. Answers are values. A call that takes a
/// stop_token ends early with Cancelled.
class ActorSource
{
public:
    virtual ~ActorSource();

    /// The folder, for people.
    [[nodiscard]] virtual QString location() const = 0;

    /// Gives the actors to @p sink in batches, as they are read; the first batch is small.
    [[nodiscard]] virtual Result<ActorListEnd> listActors(const ActorQuery &query,
                                                          const ActorBatchSink &sink,
                                                          std::stop_token stop = {}) const = 0;

    /// One actor. Fails with NotFound when there is no trace of it: a damaged record, or an alarm
    /// or a database without one, is an answer with an error inside.
    [[nodiscard]] virtual Result<ActorDetails> actor(const ActorId &id) const = 0;

    /// A page of an actor's key-values, as the driver would see them after its migration.
    [[nodiscard]] virtual Result<KvPage> kvPage(const ActorId &id, const KvQuery &query,
                                                std::stop_token stop = {}) const = 0;

    /// The row under a key, its value cut to @p maxBytes, or none.
    [[nodiscard]] virtual Result<std::optional<KvRow>> kvRow(const ActorId &id, const KvCursor &key,
                                                             qint64 maxBytes = WholeValue,
                                                             std::stop_token stop = {}) const = 0;

    /// How much an actor keeps. Reads the whole table: slow for a large one.
    [[nodiscard]] virtual Result<KvTotals> kvTotals(const ActorId &id,
                                                    std::stop_token stop = {}) const = 0;

    /// Changes whenever an actor's key-values may have. Cheap: opens nothing.
    [[nodiscard]] virtual QByteArray kvStamp(const ActorId &id) const = 0;

    /// All alarms, soonest first, damaged ones last.
    [[nodiscard]] virtual Result<QList<AlarmEntry>> alarms(std::stop_token stop = {}) const = 0;

    [[nodiscard]] virtual Capability capability(ActorCommand command) const = 0;

    /// Carries out Wake, Sleep, Destroy, FireAlarm or CancelAlarm and returns when that is done.
    /// This and the following fail with NotSupported and the capability's reason where the source
    /// can only look.
    [[nodiscard]] virtual Result<void> run(ActorCommand command, const ActorId &id);

    /// Makes @p at the actor's alarm, whether it is earlier or later than the pending one.
    [[nodiscard]] virtual Result<void> setAlarm(const ActorId &id, Timestamp at);

    /// Makes an actor and starts it if its name has a definition.
    [[nodiscard]] virtual Result<ActorId> create(const NewActor &actor);

    /// Stores entries under their whole stored keys, in one transaction. Starts no actor.
    [[nodiscard]] virtual Result<void> putKv(const ActorId &id, const KvEntries &entries);

    /// Removes keys, missing ones as well.
    [[nodiscard]] virtual Result<void> removeKv(const ActorId &id, const QList<QByteArray> &keys);

    /// Applies a staged edit in one transaction if all that it was based on is still so; else it
    /// changes nothing and the outcome has what is there now. Of any size (checkEdit). Starts no
    /// actor.
    ///
    /// Where this process runs the folder, the edit takes its turn among the actor's own writes.
    /// It fails with StillRunning for the state, key 01, of an actor that runs: that has it in
    /// memory and would write over the edit.
    ///
    /// Where the folder is only looked at, it is applied if nobody runs the folder, else this fails
    /// with FolderHeld and the program's name. capability(EditKv) does not look; ActorEntry::holder
    /// tells who has an actor. The folder is locked for the moment, and
    /// what is written survives a power cut. Key-values that an older rivetkit kept in the record
    /// move into the database with the first edit, as they do when the folder is run.
    [[nodiscard]] virtual Result<EditOutcome> edit(const ActorId &id, const KvEdit &edit);

    /// Makes an actor of a bundle (ActorBundle), under its own name and key or others. It is not
    /// started. All is on disk when this returns; the record comes last, so that a failure or a
    /// crash leaves no half-made actor. Fails with DuplicateKey, before anything is written, where
    /// there is an actor of that id, unless it is to be replaced: then a running one is put to
    /// sleep first. An alarm whose time has passed fires at once, where the folder is run.
    ///
    /// Where the folder is only looked at, it works and fails as edit() does.
    [[nodiscard]] virtual Result<ImportOutcome>
    importActor(const QString &bundleFile, const ImportOptions &options, std::stop_token stop = {});

    /// The names of actors that this source can start, sorted.
    [[nodiscard]] virtual QStringList definitions() const { return {}; }

    /// What happens to the actors; none where the source can only look. Lives as long as the
    /// source.
    [[nodiscard]] virtual EventLog *events() { return nullptr; }

    /// Stops running the folder's actors: puts them to sleep, within a limit, and lets go of the
    /// folder. Blocks; commands under way end with ShuttingDown, later ones with NotSupported.
    /// Reading goes on working.
    virtual void stopRunning() {}

private:
    [[nodiscard]] Error refusal(ActorCommand command) const;
};

/// The kind of a row's key: Other for a key that is no blob, which the driver does not see.
[[nodiscard]] KeyKind kindOf(const KvRow &row);

} // namespace greenroom
