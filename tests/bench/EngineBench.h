#pragma once

#include "ActorEngine.h"

#include <QStringList>

namespace greenroom::bench {

struct BenchSettings
{
    Durability durability = Durability::Process;
    int runs = 1; ///< how much is done, as a factor

    /// A place on the disk that shall be measured; the system's temporary folder by default.
    QString place;
};

/// The parts of EngineBench. Each prints its rows.
void benchKv(const BenchSettings &settings, const QList<int> &keyCounts);
void benchLife(const BenchSettings &settings);
void benchStartUp(const BenchSettings &settings);
void benchAlarms(const BenchSettings &settings);
void benchAwake(const BenchSettings &settings);

/// One figure for compare-driver, in milliseconds: "create" and "create and start" of a thousand
/// actors, @p argument of them at once, or "start-up" of the folder @p argument, which is made if
/// it is missing.
void compareWithDriver(const BenchSettings &settings, const QString &what, const QString &argument);

/// What the benchmarks' actors are: those named "plain" do nothing; a "guest" runs what it is
/// given.
[[nodiscard]] std::shared_ptr<const Definitions> benchDefinitions();

/// Runs @p work with the context of the running guest @p key, on that actor's thread, and waits.
void runInGuest(const QString &key, const std::function<void(ActorContext &)> &work);

/// Opens an engine and waits until it is ready.
[[nodiscard]] std::unique_ptr<ActorEngine> openEngine(const QString &folder,
                                                      const EngineSettings &settings = {});

[[nodiscard]] Creation creationFor(const QString &name, const QString &key);

/// The value, or the end of the program.
template <class T>
T need(Result<T> result)
{
    if (!result)
        qFatal("%s", qPrintable(result.error().message));
    if constexpr (!std::is_void_v<T>)
        return std::move(*result);
}

/// Memory of this process that is in use, in MB, and its open files.
[[nodiscard]] double residentMb();
[[nodiscard]] int openFiles();

} // namespace greenroom::bench
