#include "HandOver.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>

namespace greenroom {

namespace {

QString versionField()
{
    return QStringLiteral("greenroom");
}

QString runMode()
{
    return QStringLiteral("run");
}

} // namespace

QByteArray HandOver::line() const
{
    const QJsonObject object{
        {versionField(), Version},
        {QStringLiteral("folder"), folder},
        {QStringLiteral("mode"),
         mode == MainWindow::Mode::Run ? runMode() : QStringLiteral("look")},
        {QStringLiteral("chooser"), chooser == StartOptions::Chooser::Open},
        {QStringLiteral("activationToken"), activationToken},
    };
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

Result<HandOver> HandOver::ofLine(const QByteArray &line)
{
    if (line.size() > MaxBytes)
        return fail(ErrorCode::BadJson, QStringLiteral("a line of %1 bytes").arg(line.size()));
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    if (object.value(versionField()).toInt() != Version)
        return fail(ErrorCode::BadJson, QStringLiteral("no hand-over of version %1").arg(Version));
    HandOver request;
    request.folder = object.value(QStringLiteral("folder")).toString();
    if (!request.folder.isEmpty() && QDir::isRelativePath(request.folder))
        return fail(ErrorCode::BadJson, QStringLiteral("a folder relative to nobody knows what"));
    if (object.value(QStringLiteral("mode")).toString() == runMode())
        request.mode = MainWindow::Mode::Run;
    if (object.value(QStringLiteral("chooser")).toBool())
        request.chooser = StartOptions::Chooser::Open;
    request.activationToken = object.value(QStringLiteral("activationToken")).toString();
    return request;
}

QByteArray handOverGreeting()
{
    return QByteArrayLiteral("greenroom ") + QByteArray::number(HandOver::Version) + '\n';
}

QByteArray lineOf(HandOver::Answer answer)
{
    switch (answer) {
    case HandOver::Answer::Taken:
        return QByteArrayLiteral("taken\n");
    case HandOver::Answer::Busy:
        return QByteArrayLiteral("busy\n");
    case HandOver::Answer::NotUnderstood:
        break;
    }
    return QByteArrayLiteral("not understood\n");
}

} // namespace greenroom
