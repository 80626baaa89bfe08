#include "CtlRun.h"

#include <QJsonDocument>
#include <QProcess>

CtlRun CtlRun::of(const QStringList &arguments)
{
    QProcess process;
    process.start(QStringLiteral(GREENROOM_CTL), arguments);
    if (!process.waitForFinished(60'000))
        qFatal("greenroomctl %s did not end", qPrintable(arguments.join(u' ')));
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), QString::fromUtf8(process.readAllStandardError())};
}

QJsonObject CtlRun::json() const
{
    return QJsonDocument::fromJson(output).object();
}
