// What it costs to watch: a window on actors that change thousands of times a second, with the
// events of all of them and the key-values of one in sight.
// `QT_QPA_PLATFORM=offscreen LiveWindowBench [ACTORS] [EVENTS-A-SECOND] [SECONDS]`
//
// The bar: under 30 % of a core on the window's thread, and no stall over 50 ms.

#include "LiveSource.h"
#include "MainWindow.h"
#include "StallMeter.h"
#include "Workspace.h"

#include <QApplication>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

using namespace greenroom;

namespace {

constexpr int Patience = 30'000; // ms
constexpr double MaxShare = 30;  // per cent of a core
constexpr double MaxStall = 50;  // ms

struct Cost
{
    double share;
    double stall;
};

void print(const char *what, const Cost &cost)
{
    std::printf("%-40s %5.1f %% of a core   longest stall %5.1f ms\n", what, cost.share,
                cost.stall);
}

/// What the window's thread costs while it is left alone for @p seconds: the share without a
/// meter, the stalls with one.
Cost measure(int seconds)
{
    QElapsedTimer wall;
    wall.start();
    const double before = bench::threadMs();
    QTest::qWait(seconds * 1000);
    const double share = 100 * (bench::threadMs() - before) / double(wall.elapsed());

    bench::StallMeter meter;
    meter.start();
    QTest::qWait(seconds * 1000);
    return {share, meter.longest()};
}

} // namespace

int main(int argc, char *argv[])
{
    QApplication application(argc, argv);
    const auto argument = [&](int at, int fallback) {
        return argc > at ? QByteArray(argv[at]).toInt() : fallback;
    };
    const int actors = argument(1, 1000);
    const int events = argument(2, 5000);
    const int seconds = argument(3, 10);

    const QTemporaryDir config;
    QSettings settings(config.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    const auto source = std::make_shared<bench::LiveSource>(actors, events);
    const SourceOpener opener = [&](const QString &) -> Result<std::shared_ptr<ActorSource>> {
        return source;
    };
    MainWindow window({.look = opener, .run = nullptr}, std::make_shared<SystemClock>(), settings);
    window.resize(1400, 860);
    window.show();
    window.openFolder(QStringLiteral("/live"));
    (void)QTest::qWaitFor(
        [&] { return window.workspace() && window.workspace()->session().isRead(); }, Patience);
    Workspace &workspace = *window.workspace();
    workspace.chooseActor(workspace.session().actors().row(0).fileName);
    for (QDockWidget *dock : window.findChildren<QDockWidget *>()) {
        if (dock->objectName() == QLatin1String("events-dock"))
            dock->raise();
    }

    std::printf("%d actors, %d events a second asked for\n\n", actors, events);
    const quint64 toldBefore = source->told();
    const int listingsBefore = source->listings();
    QElapsedTimer wall;
    wall.start();
    bool isWithin = true;
    const std::pair<DetailsTab, const char *> tabs[] = {
        {DetailsTab::Overview, "overview and all events"},
        {DetailsTab::Kv, "key-values and all events"},
        {DetailsTab::Alarm, "alarm and all events"},
        {DetailsTab::Events, "events of one and of all"}};
    for (const auto &[tab, title] : tabs) {
        workspace.showTab(tab);
        QTest::qWait(1000); // to fill, and to paint the first time
        const Cost cost = measure(seconds);
        print(title, cost);
        isWithin = isWithin && cost.share < MaxShare && cost.stall < MaxStall;
    }
    const double elapsed = double(wall.elapsed()) / 1000;
    std::printf("\n%.0f events a second told, %.1f listings a second\n",
                double(source->told() - toldBefore) / elapsed,
                double(source->listings() - listingsBefore) / elapsed);
    std::printf(isWithin ? "within the bar\n" : "OVER THE BAR\n");
    return isWithin ? 0 : 1;
}
