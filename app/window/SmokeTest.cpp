#include "SmokeTest.h"

#include "FolderSession.h"
#include "MainWindow.h"
#include "ProcessAge.h"
#include "Workspace.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QRawFont>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QWindow>

#include <cstdio>

namespace greenroom {

namespace {

/// Why texts would be shown as boxes, or not at all; empty when they are shown.
QString fontTrouble()
{
    const QString wayOut = QStringLiteral("; install a font package (Debian: fonts-dejavu-core)");
    if (QFontDatabase::families().isEmpty())
        return QStringLiteral("there are no fonts, so no text can be shown") + wayOut;
    const QFont font = QApplication::font();
    const QRawFont raw = QRawFont::fromFont(font);
    if (QFontInfo(font).family().isEmpty() || !raw.isValid() || !raw.supportsCharacter(QChar(u'A')))
        return QStringLiteral("the font \"%1\" has no letters").arg(QFontInfo(font).family()) +
               wayOut;
    return {};
}

/// Whether all of the window is one colour.
bool isBlank(const QWidget &window)
{
    const QImage image = const_cast<QWidget &>(window).grab().toImage();
    const QRgb first = image.isNull() ? 0 : image.pixel(0, 0);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixel(x, y) != first)
                return false;
        }
    }
    return true;
}

} // namespace

SmokeTest::SmokeTest(MainWindow &window, QObject *parent) : QObject(parent), m_window(window)
{
    window.installEventFilter(this);
    connect(&window, &MainWindow::refreshed, this, &SmokeTest::folderRead);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        fail(QStringLiteral("%1 within %2 s")
                 .arg(!m_firstPaint ? QStringLiteral("the window was not painted")
                      : !m_actors   ? QStringLiteral("the folder was not read")
                                    : QStringLiteral("the actors were not painted"))
                 .arg(Patience.count()));
    });
    m_patience.setSingleShot(true);
    m_patience.start(Patience);
}

void SmokeTest::fail(const QString &reason)
{
    m_window.removeEventFilter(this);
    std::fprintf(stderr, "greenroom: smoke test: %s\n", qUtf8Printable(reason));
    QApplication::exit(1);
}

bool SmokeTest::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show && watched == &m_window && m_window.windowHandle()) {
        m_window.windowHandle()->installEventFilter(this);
    } else if (event->type() == QEvent::Expose && !m_firstPaint) {
        // Where all of the window is painted and brought to the screen.
        m_window.windowHandle()->removeEventFilter(this);
        QCoreApplication::sendEvent(watched, event);
        m_firstPaint = processAge();
        return true;
    } else if (event->type() == QEvent::Paint && m_actors && watched == m_actors->viewport()) {
        // Later: what was painted is brought to the screen when all of it was.
        QMetaObject::invokeMethod(this, &SmokeTest::actorsPainted, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

void SmokeTest::folderRead()
{
    if (m_actors)
        return;
    for (QTableView *table : m_window.findChildren<QTableView *>()) {
        if (table->accessibleName() == QLatin1String("Actors"))
            m_actors = table;
    }
    if (!m_actors) {
        fail(QStringLiteral("the window has no table of actors"));
        return;
    }
    m_actors->viewport()->installEventFilter(this);
    const bool isEmpty = m_window.workspace()->session().actors().rowCount() == 0;
    if (isEmpty) // what is painted then is that there are none
        QMetaObject::invokeMethod(this, &SmokeTest::actorsPainted, Qt::QueuedConnection);
    else
        m_actors->viewport()->update();
}

void SmokeTest::actorsPainted()
{
    if (m_actorsShown || !m_firstPaint)
        return;
    m_actorsShown = processAge();
    m_actors->viewport()->removeEventFilter(this);
    const int actors = m_window.workspace()->session().actors().rowCount();
    if (m_actors->model()->rowCount() != actors)
        fail(QStringLiteral("the folder has %1 actors, and the table shows %2")
                 .arg(actors)
                 .arg(m_actors->model()->rowCount()));
    else if (!m_window.windowHandle() || !m_window.windowHandle()->isExposed())
        fail(QStringLiteral("the window was painted and is not on the screen"));
    else if (const QString trouble = fontTrouble(); !trouble.isEmpty())
        fail(trouble);
    else if (isBlank(m_window))
        fail(QStringLiteral("the window is blank"));
    else {
        std::printf("ok   first paint after %lld ms, all %d actors after %lld ms, from %s (%s)\n",
                    static_cast<long long>(m_firstPaint->count()), actors,
                    static_cast<long long>(m_actorsShown->count()), processAgeOrigin(),
                    qUtf8Printable(QGuiApplication::platformName()));
        QApplication::exit(std::fflush(stdout) == 0 ? 0 : 1);
    }
}

int runSmokeTest(const QString &folder, const SourceOpener &look)
{
    const QTemporaryDir own(QDir::tempPath() + QStringLiteral("/greenroom-smoke-XXXXXX"));
    if (!own.isValid()) {
        std::fprintf(stderr, "greenroom: smoke test: no folder can be made in %s: %s\n",
                     qUtf8Printable(QDir::tempPath()), qUtf8Printable(own.errorString()));
        return 1;
    }
    QSettings settings(own.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    auto problem = std::make_shared<std::optional<Error>>(); // set before openingEnded() tells
    const SourceOpener telling = [look, problem](const QString &path) {
        Result<std::shared_ptr<ActorSource>> source = look(path);
        if (!source)
            *problem = source.error();
        return source;
    };
    MainWindow window({.look = telling, .run = nullptr}, std::make_shared<SystemClock>(), settings);
    SmokeTest test(window);
    QObject::connect(&window, &MainWindow::openingEnded, &test, [&test, problem] {
        if (*problem)
            test.fail((*problem)->message);
    });
    window.show();
    window.openFolder(folder);
    return QApplication::exec();
}

} // namespace greenroom
