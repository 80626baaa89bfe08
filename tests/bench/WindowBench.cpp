// How long a developer waits: 10,000 actors and an actor of 1,000,000 keys in the real window,
// with the bare work beside it. `QT_QPA_PLATFORM=offscreen WindowBench [ACTORS] [KEYS]`

#include "FolderSource.h"
#include "MainWindow.h"
#include "ScaleFolder.h"
#include "StorageLayout.h"
#include "Workspace.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QSettings>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdio>

using namespace greenroom;

namespace {

constexpr int Patience = 120'000; // ms

double sinceMs(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

void row(const char *what, double ms, const char *beside = "", double besideMs = 0)
{
    if (besideMs > 0)
        std::printf("%-44s %9.1f ms   %-34s %9.1f ms\n", what, ms, beside, besideMs);
    else
        std::printf("%-44s %9.1f ms\n", what, ms);
}

double median(QList<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

QTableView *tableNamed(QWidget &window, const QString &name)
{
    for (QTableView *table : window.findChildren<QTableView *>()) {
        if (table->accessibleName() == name)
            return table;
    }
    qFatal("there is no table %s", qPrintable(name));
}

double bareReadOfAllRecords(const QString &folder)
{
    QElapsedTimer timer;
    timer.start();
    const QDir state(StorageLayout(folder).stateFolder());
    qint64 bytes = 0;
    for (const QString &name : state.entryList(QDir::Files)) {
        QFile file(state.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            bytes += file.readAll().size();
    }
    return bytes > 0 ? sinceMs(timer) : -1;
}

double bareFirstPage(const QString &database)
{
    QElapsedTimer timer;
    timer.start();
    {
        QSqlDatabase connection =
            QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("bare"));
        connection.setDatabaseName(QStringLiteral("file:%1?immutable=1").arg(database));
        connection.setConnectOptions(QStringLiteral("QSQLITE_OPEN_URI;QSQLITE_OPEN_READONLY"));
        connection.open();
        QSqlQuery query(connection);
        query.exec(QStringLiteral("SELECT key, value FROM kv ORDER BY key LIMIT 200"));
        while (query.next())
            (void)query.value(1).toByteArray();
    }
    QSqlDatabase::removeDatabase(QStringLiteral("bare"));
    return sinceMs(timer);
}

} // namespace

int main(int argc, char *argv[])
{
    QApplication application(argc, argv);
    const int actors = argc > 1 ? QByteArray(argv[1]).toInt() : 10'000;
    const int keys = argc > 2 ? QByteArray(argv[2]).toInt() : 1'000'000;
    const QTemporaryDir folder;
    const QString largest = bench::makeScaleFolder(folder.path(), actors, keys);
    std::printf("%d actors, one of them with %d keys\n\n", actors, keys);

    const double bareRecords = bareReadOfAllRecords(folder.path());
    const double barePage =
        bareFirstPage(StorageLayout(folder.path()).databaseFile(*ActorId::fromText(largest)));

    const QTemporaryDir config;
    QSettings settings(config.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    const SourceOpener opener = [](const QString &path) -> Result<std::shared_ptr<ActorSource>> {
        auto source = FolderSource::open(path);
        if (!source)
            return fail(source.error());
        return std::shared_ptr<ActorSource>(std::move(*source));
    };
    MainWindow window({.look = opener, .run = nullptr}, std::make_shared<SystemClock>(), settings);
    window.show();
    QElapsedTimer timer;
    timer.start();
    window.openFolder(folder.path());
    (void)QTest::qWaitFor(
        [&] { return window.workspace() && window.workspace()->session().actors().rowCount() > 0; },
        Patience);
    QCoreApplication::processEvents();
    row("first rows on the screen", sinceMs(timer));
    (void)QTest::qWaitFor([&] { return window.workspace()->session().isRead(); }, Patience);
    row("all rows and alarms", sinceMs(timer), "bare read of all state files", bareRecords);

    QLineEdit *filter = nullptr;
    for (QLineEdit *field : window.findChildren<QLineEdit *>()) {
        if (field->accessibleName() == QLatin1String("Filter actors"))
            filter = field;
    }
    QList<double> strokes;
    for (const QChar c : QStringLiteral("type-1 tenant-4 sleeping")) {
        timer.restart();
        QTest::keyClick(filter, c.toLatin1());
        QCoreApplication::processEvents();
        strokes << sinceMs(timer);
    }
    row("filter keystroke, median", median(strokes));
    row("filter keystroke, slowest", *std::max_element(strokes.begin(), strokes.end()));
    timer.restart();
    filter->clear();
    QCoreApplication::processEvents();
    row("filter cleared", sinceMs(timer));

    QTableView *kv = tableNamed(window, QStringLiteral("Key-values"));
    window.workspace()->showTab(DetailsTab::Kv);
    timer.restart();
    window.workspace()->chooseActor(largest);
    (void)QTest::qWaitFor([&] { return kv->model()->rowCount() > 0; }, Patience);
    QCoreApplication::processEvents();
    row("first page of the largest actor", sinceMs(timer), "the same rows from bare SQLite",
        barePage);
    return 0;
}
