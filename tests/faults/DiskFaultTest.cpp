#include "AlarmRecord.h"
#include "BundleWriter.h"
#include "EngineWorld.h"
#include "FolderChange.h"
#include "Outcome.h"
#include "SystemFaults.h"
#include "TableContent.h"

#include <QTest>

#include <cerrno>
#include <cstring>

#ifdef Q_OS_LINUX
#    include <sys/mount.h>
#    include <sys/resource.h>
#endif

using namespace greenroom;
using namespace SystemFaults;
using namespace std::chrono;

namespace {

/// A command that writes, and what there is before it.
struct Write
{
    QString name;
    std::function<void(EngineWorld &)> prepare;
    std::function<Result<void>(EngineWorld &)> run;
};

template <class T>
Result<void> plain(const Result<T> &result)
{
    return result ? Result<void>() : fail(result.error());
}

KvEntries batch()
{
    KvEntries entries;
    for (int i = 0; i < 60; ++i)
        entries.append({"\4b" + QByteArray::number(i), QByteArray(900, 'n')});
    return entries;
}

void makeActor(EngineWorld &world)
{
    const ActorId id = EngineWorld::id();
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation())), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4old", "kept"}})), QStringLiteral("ok"));
}

void makeRunning(EngineWorld &world)
{
    makeActor(world);
    QCOMPARE(world.outcome(world.engine().start(EngineWorld::id())), QStringLiteral("ok"));
}

void makeSleeping(EngineWorld &world)
{
    makeRunning(world);
    QCOMPARE(world.outcome(world.engine().sleep(EngineWorld::id())), QStringLiteral("ok"));
}

void makeAlarm(EngineWorld &world)
{
    makeSleeping(world);
    QCOMPARE(world.outcome(world.engine().setAlarm(EngineWorld::id(), at(5000))),
             QStringLiteral("ok"));
}

/// A record as rivetkit 2.0 left it, its key-values inside.
void makeLegacy(EngineWorld &world)
{
    world.folder->makeParts();
    ActorRecord record;
    record.actorId = EngineWorld::id().text();
    record.name = QStringLiteral("actor");
    record.key = {QStringLiteral("k")};
    record.createdAt = at(0);
    record.legacyKv = {{"\1", QByteArray("\4\0\0\1\xf7\0", 6)}, {"\4old", "kept"}};
    world.folder->write("state/" + EngineWorld::id().text().toUtf8(), *encodeActorRecord(record));
    QCOMPARE(messageOf(world.open()), QString());
    // Not settled yet: the first command migrates.
}

KvEdit edit()
{
    return {{{"\4new", std::nullopt, QByteArray("n")}, {"\4old", "kept", QByteArray("kept")}}};
}

// Of a folder that nobody runs. Its lock is Qt's: it is taken and let go of undisturbed.
std::unique_ptr<FolderChange> nextChange, lastChange;

void beginChange(EngineWorld &world)
{
    nextChange = std::move(*FolderChange::begin(world.folder->layout()));
}

/// Does something by way of that; the second time in this world the folder is free again
/// afterwards.
template <class Change>
Result<void> changeFolder(EngineWorld &world, Change change)
{
    const bool isFirst = nextChange != nullptr;
    if (isFirst) {
        lastChange = std::move(nextChange);
    } else {
        lastChange.reset();
        lastChange = std::move(*FolderChange::begin(world.folder->layout()));
    }
    const auto outcome = change(*lastChange);
    if (!isFirst)
        lastChange.reset();
    return plain(outcome);
}

Result<void> editFolder(EngineWorld &world)
{
    return changeFolder(
        world, [](FolderChange &change) { return change.edit(EngineWorld::id(), edit()); });
}

/// A bundle of the actor, in a folder of its own.
QString bundleFile()
{
    static const StorageFolder folder;
    const QString path = folder.path(QStringLiteral("actor.bundle"));
    QFile file(path);
    if (file.exists())
        return path;
    ActorRecord record;
    record.actorId = EngineWorld::id().text();
    record.name = QStringLiteral("actor");
    record.key = {QStringLiteral("k")};
    BundleHead head{.greenroom = {},
                    .exportedAt = {},
                    .actorId = record.actorId,
                    .record = *encodeActorRecord(record),
                    .alarm = {}};
    head.alarm = encodeAlarmRecord({.actorId = record.actorId, .timestamp = at(5000)}).value();
    BundleWriter bundle(file);
    const auto row = [](const QByteArray &key, const QByteArray &value) {
        return KvRow{.key = key, .value = value, .valueSize = value.size()};
    };
    if (!file.open(QIODevice::WriteOnly) || !bundle.begin(head) ||
        !bundle.add(row("\1", QByteArray("\4\0\0\1\xf7\0", 6))) || !bundle.add(row("\4new", "n")) ||
        !bundle.add(row("\4old", "kept")) || !bundle.end())
        qFatal("no bundle");
    return path;
}

Result<void> importIntoFolder(EngineWorld &world)
{
    const QString file = bundleFile();
    return changeFolder(world, [&](FolderChange &change) {
        return change.importActor(file, {.existing = ImportOptions::Existing::Replace}, {});
    });
}

void makeLegacyFolder(EngineWorld &world)
{
    makeLegacy(world);
    world.crash();
    beginChange(world);
}

QList<Write> writes()
{
    const auto id = [] { return EngineWorld::id(); };
    return {
        {QStringLiteral("create"), [](EngineWorld &world) { (void)world.engine(); },
         [](EngineWorld &world) {
             return plain(world.answer(world.engine().create(EngineWorld::creation())));
         }},
        {QStringLiteral("create and start"), [](EngineWorld &world) { (void)world.engine(); },
         [](EngineWorld &world) {
             return plain(world.answer(world.engine().getOrCreate(EngineWorld::creation())));
         }},
        {QStringLiteral("start"), makeActor,
         [=](EngineWorld &world) { return world.answer(world.engine().start(id())); }},
        {QStringLiteral("sleep"), makeRunning,
         [=](EngineWorld &world) {
             if (world.lifecycle(id()) != QLatin1String("AWAKE"))
                 (void)world.answer(world.engine().start(id()));
             return world.answer(world.engine().sleep(id()));
         }},
        {QStringLiteral("destroy"), makeAlarm,
         [=](EngineWorld &world) { return world.answer(world.engine().destroy(id())); }},
        {QStringLiteral("set an alarm"), makeSleeping,
         [=](EngineWorld &world) {
             return plain(world.answer(world.engine().setAlarm(id(), at(4000))));
         }},
        {QStringLiteral("set an earlier alarm"), makeAlarm,
         [=](EngineWorld &world) {
             return plain(world.answer(world.engine().setAlarm(id(), at(4000))));
         }},
        {QStringLiteral("cancel an alarm"), makeAlarm,
         [=](EngineWorld &world) { return world.answer(world.engine().cancelAlarm(id())); }},
        {QStringLiteral("fire an alarm"), makeAlarm,
         [=](EngineWorld &world) -> Result<void> {
             (void)world.takeEvents();
             if (const auto fired = world.answer(world.engine().fireAlarm(id())); !fired)
                 return fired;
             for (const ActorEvent &event : world.takeEventList()) {
                 if (event.error)
                     return fail(*event.error);
             }
             return {};
         }},
        {QStringLiteral("put"), makeRunning,
         [=](EngineWorld &world) {
             return world.answer(world.engine().putKv(id(), {{"\4new", "n"}}));
         }},
        {QStringLiteral("put into a closed database"), makeSleeping,
         [=](EngineWorld &world) {
             return world.answer(world.engine().putKv(id(), {{"\4new", "n"}}));
         }},
        {QStringLiteral("put a batch"), makeRunning,
         [=](EngineWorld &world) { return world.answer(world.engine().putKv(id(), batch())); }},
        {QStringLiteral("put by an edit"), makeSleeping,
         [=](EngineWorld &world) {
             return plain(world.answer(world.engine().editKv(id(), edit())));
         }},
        {QStringLiteral("put by an edit of a folder nobody runs"),
         [](EngineWorld &world) {
             makeSleeping(world);
             world.close();
             beginChange(world);
         },
         editFolder},
        {QStringLiteral("put by an edit of a legacy actor"), makeLegacyFolder, editFolder},
        {QStringLiteral("create by an import"),
         [](EngineWorld &world) {
             world.folder->makeParts();
             beginChange(world);
         },
         importIntoFolder},
        {QStringLiteral("put by an import over another"),
         [](EngineWorld &world) {
             makeSleeping(world);
             world.close();
             beginChange(world);
         },
         importIntoFolder},
        {QStringLiteral("migrate"), makeLegacy,
         [=](EngineWorld &world) { return plain(world.answer(world.engine().load(id()))); }},
    };
}

/// SQLite has words of its own for some of the system's reasons.
bool isSaidBySqlite(const QString &message)
{
    return message.contains(QLatin1String("database or disk is full")) ||
           message.contains(QLatin1String("disk I/O error"));
}

QStringList temporariesIn(const EngineWorld &world)
{
    return world.filesOnDisk().filter(QStringLiteral(".tmp."));
}

} // namespace

/// Every system call that a command makes on the disk is refused once, by its number, until the
/// command gets by without; and so that all after it are refused as well. The real file layer and
/// SQLite are in between.
class DiskFaultTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRefusedCallLosesNothing_data();
    void aRefusedCallLosesNothing();
    void aFullDiskIsSurvived();
    void tooManyOpenFilesAreSurvived();
};

void DiskFaultTest::aRefusedCallLosesNothing_data()
{
    QTest::addColumn<int>("write");
    QTest::addColumn<unsigned>("calls");
    QTest::addColumn<int>("error");
    QTest::addColumn<bool>("lasts");
    const unsigned all = Opening | Writing | Syncing | Renaming;
    const struct
    {
        const char *name;
        unsigned calls;
        int error;
    } faults[] = {
        {"ENOSPC", Opening | Writing, ENOSPC},
        {"EIO", all, EIO},
        {"EACCES", Opening | Renaming | Removing, EACCES},
        {"EMFILE", Opening, EMFILE},
    };
    const QList<Write> commands = writes();
    for (int write = 0; write < commands.size(); ++write) {
        for (const auto &fault : faults) {
            // What is open already is only written to.
            const QString &name = commands[write].name;
            const bool isOpen =
                name == QLatin1String("put") || name == QLatin1String("put a batch");
            if (isOpen && (fault.calls & (Writing | Syncing)) == 0)
                continue;
            for (const bool lasts : {false, true}) {
                QTest::addRow("%s: %s%s", qPrintable(commands[write].name), fault.name,
                              lasts ? ", lasting" : "")
                    << write << fault.calls << fault.error << lasts;
            }
        }
    }
}

void DiskFaultTest::aRefusedCallLosesNothing()
{
    QFETCH(int, write);
    QFETCH(unsigned, calls);
    QFETCH(int, error);
    QFETCH(bool, lasts);
    const Write command = writes()[write];
    const ActorId id = EngineWorld::id();
    const QString reason = QString::fromLocal8Bit(std::strerror(error));

    int n = 1;
    for (;; ++n) {
        QVERIFY2(n < 100, "it never gets by");
        EngineWorld world(EngineWorld::Place::Folder);
        command.prepare(world);
        if (QTest::currentTestFailed())
            return;
        const auto recordBefore = world.recordOnDisk(id);
        const auto alarmBefore = world.alarmOnDisk(id);
        const QString database = world.folder->layout().databaseFile(id);

        arm(QFile::encodeName(world.folder->path()), calls, error, n,
            lasts ? Lasts::FromThenOn : Lasts::Once);
        const Result<void> result = command.run(world);
        const int failures = disarm();
        const QByteArray failed = lastFailure();
        const auto context = [&](const char *what) {
            return QStringLiteral("%1, call %2: %3; %4")
                .arg(QLatin1String(what))
                .arg(n)
                .arg(QString::fromLocal8Bit(failed), messageOf(result))
                .toLocal8Bit();
        };
        if (failures == 0) {
            lastChange.reset();
            QVERIFY2(result, context("it failed by itself"));
            break;
        }

        if (!result) {
            QVERIFY2(outcomeOf(result) == QLatin1String("io-error") ||
                         outcomeOf(result) == QLatin1String("read-only-database"),
                     context("another error"));
            QVERIFY2(messageOf(result).contains(world.folder->path()), context("no file is named"));
            // What was refused once only cannot be asked for again.
            const bool isOver =
                !lasts && messageOf(result).contains(QLatin1String("refused it for a moment"));
            QVERIFY2(messageOf(result).contains(reason) || isSaidBySqlite(messageOf(result)) ||
                         isOver,
                     context("no reason is given"));
        }
        // What could not be removed stays for the sweep.
        if ((calls & Removing) == 0)
            QVERIFY2(temporariesIn(world).isEmpty(), context("a temporary file is left"));

        // The record is the one before or whole after; nothing is torn, the old keys are there.
        const auto record = world.recordOnDisk(id);
        QVERIFY2(record || outcomeOf(record) == QLatin1String("not-found"),
                 context("the record is torn"));
        if (!result && command.name.startsWith(QLatin1String("create")))
            QVERIFY2(!record || QFile::exists(database), context("it is half made"));
        if (!result && recordBefore && command.name != QLatin1String("destroy"))
            QVERIFY2(record, context("the record is gone"));
        const auto alarm = world.alarmOnDisk(id);
        const bool endsAlarm = command.name.startsWith(QLatin1String("cancel")) ||
                               command.name.startsWith(QLatin1String("fire")) ||
                               command.name == QLatin1String("destroy");
        if (alarmBefore && !endsAlarm)
            QVERIFY2(alarm && *alarm <= *alarmBefore, context("the alarm is lost or late"));

        // With the cause gone the same goes well, in the same engine.
        const Result<void> again = command.run(world);
        const bool wasDone = result || command.name == QLatin1String("destroy") ||
                             command.name.startsWith(QLatin1String("fire"));
        QVERIFY2(again || wasDone, qPrintable(messageOf(again) + QLatin1String(" after ") +
                                              QString::fromLocal8Bit(context("a failure"))));
        world.settle();
        if (command.name == QLatin1String("destroy")) {
            (void)world.outcome(world.engine().destroy(id));
            QVERIFY2(world.filesOnDisk().filter(id.text()).isEmpty() || (calls & Removing) != 0,
                     context("files are left"));
            continue;
        }
        world.advance(10min); // what is retried by itself has been
        QVERIFY2(outcomeOf(world.recordOnDisk(id)) == QLatin1String("ok"), context("no record"));
        world.close();
        const QString content = contentOf(database);
        if (recordBefore)
            QVERIFY2(content.contains(QLatin1String("kept")), context(qPrintable(content)));
        if (command.name.startsWith(QLatin1String("put")))
            QVERIFY2(content.contains(QLatin1Char('n')), context(qPrintable(content)));
    }
    QVERIFY2(n > 1, "it makes no such call");
}

void DiskFaultTest::aFullDiskIsSurvived()
{
#ifdef Q_OS_LINUX
    EngineWorld world(EngineWorld::Place::Folder);
    const QByteArray disk = QFile::encodeName(world.folder->path());
    if (::mount("tmpfs", disk.constData(), "tmpfs", 0, "size=2m") != 0)
        QSKIP("cannot mount a small disk: not root");
    const auto unmount = qScopeGuard([&] { ::umount2(disk.constData(), MNT_DETACH); });
    const ActorId id = EngineWorld::id();
    makeRunning(world);
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(900'000))), QStringLiteral("ok"));

    QFile ballast(world.folder->path(QStringLiteral("ballast")));
    QVERIFY(ballast.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    QCOMPARE(ballast.write(QByteArray(1'000'000, 'b')), 1'000'000);
    QByteArrayList puts;
    Result<void> put;
    for (int i = 0; i < 100 && put; ++i) {
        const QByteArray key = "\4fill" + QByteArray::number(i);
        put = world.answer(world.engine().putKv(id, {{key, QByteArray(100'000, 'f')}}));
        if (put)
            puts << key;
    }
    QCOMPARE(outcomeOf(put), QStringLiteral("io-error"));
    QVERIFY2(messageOf(put).contains(world.folder->path()), qPrintable(messageOf(put)));
    QVERIFY2(messageOf(put).contains(QLatin1String("full")), qPrintable(messageOf(put)));
    while (ballast.write(QByteArray(4096, 'b')) > 0) {
    }

    const auto other = EngineWorld::creation(QStringLiteral("other"));
    const auto created = world.answer(world.engine().create(other));
    QCOMPARE(outcomeOf(created), QStringLiteral("io-error"));
    QVERIFY2(messageOf(created).contains(QLatin1String("No space left")),
             qPrintable(messageOf(created)));
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(500))), QStringLiteral("io-error"));
    QCOMPARE(world.alarmOnDisk(id), std::optional<qint64>(900'000));
    QCOMPARE(temporariesIn(world), QStringList());
    for (const QByteArray &key : puts)
        QVERIFY(world.answer(world.engine().getKv(id, {key}))->first());

    QVERIFY(ballast.remove());
    QCOMPARE(world.outcome(world.engine().removeKv(id, puts)), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().setAlarm(id, at(500))), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().destroy(id)), QStringLiteral("ok")); // makes room
    QCOMPARE(messageOf(world.answer(world.engine().create(other))), QString());
    world.crash();
#else
    QSKIP("needs a small disk to fill");
#endif
}

void DiskFaultTest::tooManyOpenFilesAreSurvived()
{
#ifdef Q_OS_UNIX
    EngineWorld world(EngineWorld::Place::Folder);
    makeSleeping(world);
    const ActorId id = EngineWorld::id();
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
    rlimit none = before;
    none.rlim_cur = 3; // what is open stays open
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &none), 0);
    const auto started = world.answer(world.engine().start(id));
    const auto put = world.answer(world.engine().putKv(id, {{"\4new", "n"}}));
    const auto set = world.answer(world.engine().setAlarm(id, at(100)));
    const auto created =
        world.answer(world.engine().create(EngineWorld::creation(QStringLiteral("other"))));
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &before), 0);
    QCOMPARE(outcomeOf(started), QStringLiteral("io-error"));
    QVERIFY2(messageOf(started).contains(QLatin1String("Too many open files")),
             qPrintable(messageOf(started)));
    for (const QString &outcome : {outcomeOf(put), outcomeOf(set), outcomeOf(created)})
        QCOMPARE(outcome, QStringLiteral("io-error"));
    QVERIFY2(messageOf(put).contains(world.folder->path()), qPrintable(messageOf(put)));

    QCOMPARE(world.outcome(world.engine().start(id)), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().putKv(id, {{"\4new", "n"}})), QStringLiteral("ok"));
    QCOMPARE(world.outcome(world.engine().create(EngineWorld::creation(QStringLiteral("other")))),
             QStringLiteral("ok"));
    QCOMPARE(temporariesIn(world), QStringList());
#else
    QSKIP("there is no such limit here");
#endif
}

QTEST_GUILESS_MAIN(DiskFaultTest)
#include "DiskFaultTest.moc"
