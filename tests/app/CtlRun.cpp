#include "CtlRun.h"

#include <QJsonDocument>
#include <QProcess>

CtlRun CtlRun::of(const QStringList &arguments, const QByteArray &input)
{
    QProcess process;
    process.start(program(), arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000))
        qFatal("greenroomctl %s did not end", qPrintable(arguments.join(u' ')));
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), QString::fromUtf8(process.readAllStandardError())};
}

QJsonObject CtlRun::json() const
{
    return QJsonDocument::fromJson(output).object();
}

QString CtlRun::program()
{
    return QStringLiteral(GREENROOM_CTL);
}
