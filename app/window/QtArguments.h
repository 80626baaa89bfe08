#pragma once

#include "Result.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

namespace greenroom {

/// A command line in two parts: Greenroom's own, and the options that Qt reads for itself, such as
/// -platform and -style. They are told apart here because Qt has a -plugin of its own, and takes
/// --plugin for it.
class QtArguments
{
public:
    QtArguments(int argc, char *const *argv);
    Q_DISABLE_COPY_MOVE(QtArguments)

    /// The program's name and what is left without Qt's options.
    [[nodiscard]] const QStringList &own() const { return m_own; }

    /// What a QApplication is made with: the program's name and Qt's options. Lives as long as
    /// this object.
    [[nodiscard]] int &argc() { return m_argc; }
    [[nodiscard]] char **argv() { return m_argv.data(); }

    /// The platform that was asked for with -platform; empty where none was.
    [[nodiscard]] const QString &platform() const { return m_platform; }

private:
    void addToQt(const char *argument);

    QStringList m_own;
    QList<QByteArray> m_qt;
    QList<char *> m_argv; // into m_qt, and a null pointer at the end
    int m_argc = 0;
    QString m_platform;
};

} // namespace greenroom
