#include "DisplayWatch.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibrary>
#include <QMutex>
#include <QRegularExpression>

#include <cstdio>
#include <cstdlib>

namespace greenroom {

namespace {

struct Message
{
    QtMsgType type;
    QByteArray category;
    QString text;
};

QMutex mutex; // guards what follows: plugins may have threads
QList<Message> said;
QtMessageHandler handlerBefore = nullptr;
std::function<void()> beforeExit;

/// What Qt has said that fits, the last first.
QStringList saidLike(const char *pattern)
{
    QStringList found;
    const QRegularExpression expression(QString::fromLatin1(pattern));
    for (const Message &message : std::as_const(said)) {
        if (const auto match = expression.match(message.text); match.hasMatch())
            found.prepend(match.captured(1));
    }
    return found;
}

QString variable(const char *name)
{
    return qEnvironmentVariable(name);
}

QString displays()
{
    QStringList names;
    for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY"}) {
        if (const QString value = variable(name); !value.isEmpty())
            names << QStringLiteral("%1=%2").arg(QString::fromLatin1(name), value);
    }
    return names.join(QStringLiteral(" nor at "));
}

/// Why the plugin @p name, which is there, does not load; empty where it does.
QString loadError(const QString &name)
{
    QStringList folders{variable("QT_QPA_PLATFORM_PLUGIN_PATH")};
    for (const QString &path : QCoreApplication::libraryPaths())
        folders << path + QStringLiteral("/platforms");
    for (const QString &folder : folders) {
        if (folder.isEmpty())
            continue;
        const QStringList files =
            QDir(folder).entryList({QStringLiteral("*q%1.*").arg(name)}, QDir::Files);
        for (const QString &file : files) {
            QLibrary library(folder + u'/' + file);
            if (!library.load())
                return library.errorString();
        }
    }
    return {};
}

QString wayOut()
{
    return QStringLiteral("Start Greenroom in a graphical session, or set DISPLAY or "
                          "WAYLAND_DISPLAY; greenroomctl needs no display.");
}

QString unknownPlatform(const QString &name, const QString &available)
{
    const QString asked = variable("QT_QPA_PLATFORM").contains(name)
                              ? QStringLiteral("which QT_QPA_PLATFORM asks for")
                              : QStringLiteral("which is asked for");
    if (available.isEmpty()) {
        return QStringLiteral("Qt's platform plugins are missing; there are none in %1. Install Qt "
                              "(Debian: libqt6gui6) or Greenroom again; greenroomctl needs none.")
            .arg(QCoreApplication::libraryPaths().join(QStringLiteral(" nor in ")));
    }
    return QStringLiteral("there is no window system \"%1\", %2. Leave that out, or name one of "
                          "these: %3.")
        .arg(name, asked, available);
}

/// The reason and the way out, by what Qt has said before it gave up with @p fatal.
QString reasonFor(const QString &fatal)
{
    static const QRegularExpression listed(
        QStringLiteral("Available platform plugins are: ([^\n]*?)\\.?\\s*$"));
    const QString available = listed.match(fatal).captured(1);
    const QStringList missing = saidLike("Could not find the Qt platform plugin \"([^\"]*)\"");
    const QStringList refused = saidLike("Could not load the Qt platform plugin \"([^\"]*)\"");

    for (const QString &plugin : refused) {
        if (const QString error = loadError(plugin); !error.isEmpty()) {
            return QStringLiteral("Qt's platform plugin \"%1\" does not load: %2. Install what it "
                                  "needs, or Greenroom again; greenroomctl needs no display.")
                .arg(plugin, error);
        }
    }
    if (!refused.isEmpty() && displays().isEmpty())
        return QStringLiteral("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set. ") +
               wayOut();
    if (!refused.isEmpty())
        return QStringLiteral("there is no display: nobody answers at %1, or lets this user in. ")
                   .arg(displays()) +
               wayOut();
    if (!missing.isEmpty())
        return unknownPlatform(missing.first(), available);
    return QStringLiteral("no window can be opened: %1. ").arg(fatal.simplified()) + wayOut();
}

void meet(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    const QMutexLocker lock(&mutex);
    if (type == QtFatalMsg) {
        std::fputs(qPrintable(QStringLiteral("greenroom: %1\n").arg(reasonFor(message))), stderr);
        std::fflush(stderr);
        if (beforeExit)
            beforeExit();
        std::_Exit(1); // Qt would abort; and destructors have nothing to do yet
    }
    said << Message{type, context.category, message};
}

} // namespace

DisplayWatch::DisplayWatch(std::function<void()> beforeEnd)
{
    beforeExit = std::move(beforeEnd);
    handlerBefore = qInstallMessageHandler(meet);
}

DisplayWatch::~DisplayWatch()
{
    qInstallMessageHandler(handlerBefore);
    const QMutexLocker lock(&mutex);
    for (const Message &message : std::as_const(said)) {
        const QMessageLogContext context(nullptr, 0, nullptr, message.category.constData());
        handlerBefore(message.type, context, message.text);
    }
    said.clear();
}

} // namespace greenroom
