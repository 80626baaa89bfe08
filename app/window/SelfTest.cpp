#include "SelfTest.h"

#include "ActorPlugins.h"
#include "EngineSettings.h"
#include "EngineSource.h"
#include "FolderSource.h"
#include "SqliteVersions.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLibrary>
#include <QSettings>
#include <QTemporaryDir>

#include <cstdio>

namespace greenroom {

namespace {

Finding fine(const QString &text)
{
    return {Finding::Verdict::Fine, text};
}

Finding failure(const QString &text)
{
    return {Finding::Verdict::Failure, text};
}

/// The libraries in Qt's plugin folder of that name, the first of those with one name, as Qt does.
QFileInfoList pluginsIn(const QString &folder)
{
    QFileInfoList plugins;
    for (const QString &path : QCoreApplication::libraryPaths()) {
        const QFileInfoList files =
            QDir(path + u'/' + folder).entryInfoList(QDir::Files, QDir::Name);
        for (const QFileInfo &file : files) {
            const auto isKnown = [&file](const QFileInfo &other) {
                return other.fileName() == file.fileName();
            };
            if (QLibrary::isLibrary(file.fileName()) &&
                std::none_of(plugins.begin(), plugins.end(), isKnown))
                plugins << file;
        }
    }
    return plugins;
}

/// "xcb" of libqxcb.so, "windows" of qwindows.dll.
QString platformOf(const QFileInfo &plugin)
{
    QString name = plugin.baseName();
    if (name.startsWith(QLatin1String("lib")))
        name.remove(0, 3);
    return name.startsWith(u'q') ? name.mid(1) : name;
}

QString searched(const QString &folder)
{
    QStringList folders;
    for (const QString &path : QCoreApplication::libraryPaths())
        folders << path + u'/' + folder;
    return folders.isEmpty() ? QStringLiteral("Qt knows no folder of plugins")
                             : QStringLiteral("looked in ") + folders.join(QStringLiteral(", "));
}

Finding versions()
{
    return fine(QStringLiteral("Greenroom %1").arg(QCoreApplication::applicationVersion()));
}

Finding qtVersion()
{
    return fine(QStringLiteral("Qt %1, built with %2")
                    .arg(QString::fromLatin1(qVersion()), QStringLiteral(QT_VERSION_STR)));
}

Finding sqlitePlugin()
{
    for (const QFileInfo &plugin : pluginsIn(QStringLiteral("sqldrivers"))) {
        if (plugin.fileName().contains(QLatin1String("sqlite")))
            return fine(QStringLiteral("Qt's SQLite plugin: ") + plugin.filePath());
    }
    return failure(QStringLiteral("Qt's SQLite plugin is missing (Debian: libqt6sql6-sqlite); ") +
                   searched(QStringLiteral("sqldrivers")));
}

Finding sqlite()
{
    const Result<QString> version = checkSqlite();
    if (!version)
        return failure(QStringLiteral("SQLite: ") + version.error().message);
    return fine(QStringLiteral("SQLite %1 answers, the same in Qt's plugin and in Greenroom")
                    .arg(*version));
}

/// A plugin is loaded as Qt does it: that shows what it needs and does not find.
QList<Finding> platformPlugins()
{
    const QStringList windowed{QStringLiteral("xcb"), QStringLiteral("wayland-generic"),
                               QStringLiteral("wayland-egl"), QStringLiteral("windows"),
                               QStringLiteral("cocoa")};
    QList<Finding> findings;
    for (const QFileInfo &plugin : pluginsIn(QStringLiteral("platforms"))) {
        const QString platform = platformOf(plugin);
        if (!windowed.contains(platform))
            continue;
        QLibrary library(plugin.filePath());
        if (library.load())
            findings << fine(QStringLiteral("windows by %1: %2").arg(platform, plugin.filePath()));
        else
            findings << failure(
                QStringLiteral("windows by %1: %2").arg(platform, library.errorString()));
    }
    if (findings.isEmpty())
        findings << failure(QStringLiteral("Qt's plugin for windows is missing (Debian: "
                                           "libqt6gui6); ") +
                            searched(QStringLiteral("platforms")));
    return findings;
}

class Sample final : public Actor
{
public:
    explicit Sample(ActorContext &context) : m_context(context) {}

    void start(Completion completion) override
    {
        completion.failIf(m_context.kv().put("greenroom", "self-test"));
    }

private:
    ActorContext &m_context;
};

QString sampleName()
{
    return QStringLiteral("sample");
}

/// Makes and runs an actor in @p folder, which writes a value, and stops it.
Result<ActorId> write(const QString &folder)
{
    auto definitions = std::make_shared<Definitions>();
    const Result<void> added =
        definitions->add(defineActor<Sample>(sampleName(), QStringLiteral("Writes one value.")));
    if (!added)
        return fail(added.error());
    const Result<std::unique_ptr<EngineSource>> source =
        EngineSource::open(folder, definitions, EngineSettings());
    if (!source)
        return fail(source.error());
    const Result<ActorId> id = (*source)->create({sampleName(), {QStringLiteral("key")}, {}});
    (*source)->stopRunning();
    return id;
}

/// Reads that value as another program would.
Result<QByteArray> readBack(const QString &folder, const ActorId &id)
{
    const Result<std::unique_ptr<FolderSource>> opened = FolderSource::open(folder);
    if (!opened)
        return fail(opened.error());
    const ActorSource &source = **opened;
    if (const Result<ActorDetails> details = source.actor(id); !details)
        return fail(details.error());
    const Result<std::optional<KvRow>> row = source.kvRow(id, {"\x04"
                                                               "greenroom"});
    if (!row)
        return fail(row.error());
    return *row ? (*row)->value : QByteArray();
}

Finding storage()
{
    const QTemporaryDir folder(QDir::tempPath() + QStringLiteral("/greenroom-selftest-XXXXXX"));
    if (!folder.isValid())
        return failure(QStringLiteral("no folder can be made in %1: %2")
                           .arg(QDir::tempPath(), folder.errorString()));
    const Result<ActorId> id = write(folder.path());
    if (!id)
        return failure(QStringLiteral("writing a storage folder: ") + id.error().message);
    const Result<QByteArray> value = readBack(folder.path(), *id);
    if (!value)
        return failure(QStringLiteral("reading a storage folder: ") + value.error().message);
    if (*value != "self-test")
        return failure(QStringLiteral("a value was stored and is not there when it is read"));
    return fine(QStringLiteral("an actor was made, run and read back in a temporary folder"));
}

Finding demoActors()
{
    const QString library = demoLibrary();
    if (library.isEmpty())
        return failure(QStringLiteral("the demo's actors, greenroom-demo-actors, are missing "
                                      "beside this program (lib/greenroom/plugins); --demo does "
                                      "not work"));
    ActorPlugins plugins;
    plugins.demo = ActorPlugins::Demo::Included;
    const Result<GatheredDefinitions> gathered = gatherDefinitions(plugins);
    if (!gathered)
        return failure(QStringLiteral("the demo's actors: ") + gathered.error().message);
    return fine(QStringLiteral("demo actors: ") + library);
}

/// Nothing is made for it: a self-test leaves nothing behind.
Finding settings()
{
    const QString file = QSettings().fileName();
    QFileInfo place(file);
    while (!place.exists() && !place.isRoot())
        place = QFileInfo(place.path());
    if (place.isWritable() && (place.isDir() || place.filePath() == file))
        return fine(QStringLiteral("settings: ") + file);
    return {Finding::Verdict::Warning,
            QStringLiteral("settings cannot be kept in %1: %2 cannot be written")
                .arg(file, place.filePath())};
}

const char *wordOf(Finding::Verdict verdict)
{
    switch (verdict) {
    case Finding::Verdict::Fine:
        return "ok  ";
    case Finding::Verdict::Warning:
        return "warn";
    case Finding::Verdict::Failure:
        return "FAIL";
    }
    Q_UNREACHABLE();
}

} // namespace

QList<Finding> testSelf()
{
    return QList<Finding>{versions(), qtVersion(), sqlitePlugin(), sqlite()} + platformPlugins() +
           QList<Finding>{storage(), demoActors(), settings()};
}

int runSelfTest()
{
    int failures = 0;
    for (const Finding &finding : testSelf()) {
        failures += finding.verdict == Finding::Verdict::Failure ? 1 : 0;
        std::printf("%s %s\n", wordOf(finding.verdict), qUtf8Printable(finding.text.simplified()));
    }
    if (failures > 0)
        std::printf("%d of these failed: Greenroom does not work here as it should.\n", failures);
    return std::fflush(stdout) == 0 && failures == 0 ? 0 : 1;
}

} // namespace greenroom
