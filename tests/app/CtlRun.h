#pragma once

#include <QJsonObject>
#include <QStringList>

/// One run of greenroomctl, from start to end.
struct CtlRun
{
    int exitCode = -1;
    QByteArray output;
    QString errors;

    [[nodiscard]] static CtlRun of(const QStringList &arguments);

    /// The output as one JSON object; empty where it is none.
    [[nodiscard]] QJsonObject json() const;
};
