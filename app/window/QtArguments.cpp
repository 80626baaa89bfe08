#include "QtArguments.h"

#include <QSet>

namespace greenroom {

namespace {

/// Options of QGuiApplication, QApplication and the platform plugin for X11 (Qt 6.4).
bool hasValue(const QByteArray &name)
{
    static const QSet<QByteArray> names{"platform",      "platformpluginpath",
                                        "platformtheme", "plugin",
                                        "geometry",      "qwindowgeometry",
                                        "title",         "qwindowtitle",
                                        "icon",          "qwindowicon",
                                        "session",       "display",
                                        "name",          "style",
                                        "stylesheet"};
    return names.contains(name);
}

bool standsAlone(const QByteArray &name)
{
    static const QSet<QByteArray> names{"reverse", "widgetcount", "nograb", "dograb"};
    return names.contains(name) || name.startsWith("style=") || name.startsWith("stylesheet=");
}

} // namespace

QtArguments::QtArguments(int argc, char *const *argv)
{
    for (int i = 0; i < argc; ++i) {
        const QByteArray argument(argv[i]);
        // Qt takes --platform for -platform; --plugin is ours.
        const QByteArray name = argument.startsWith("--")  ? argument.mid(2)
                                : argument.startsWith('-') ? argument.mid(1)
                                                           : QByteArray();
        const bool isQts = argument != "--plugin" && (hasValue(name) || standsAlone(name));
        if (i == 0) {
            m_own << QString::fromLocal8Bit(argument);
            addToQt(argv[i]);
        } else if (argument == "--") { // only folders follow
            for (; i < argc; ++i)
                m_own << QString::fromLocal8Bit(argv[i]);
        } else if (argument == "--plugin" && i + 1 < argc) { // whatever its value looks like
            m_own << QString::fromLocal8Bit(argument) << QString::fromLocal8Bit(argv[++i]);
        } else if (!isQts) {
            m_own << QString::fromLocal8Bit(argument);
        } else {
            addToQt(argv[i]);
            if (hasValue(name) && i + 1 < argc) {
                addToQt(argv[++i]);
                if (name == "platform")
                    m_platform = QString::fromLocal8Bit(argv[i]);
            }
        }
    }
    for (QByteArray &argument : m_qt)
        m_argv << argument.data();
    m_argv << nullptr;
    m_argc = int(m_qt.size());
}

void QtArguments::addToQt(const char *argument)
{
    m_qt << QByteArray(argument);
}

} // namespace greenroom
