#pragma once

#include <QJsonObject>
#include <QStringList>

/// One run of greenroomctl, from start to end. Its standard input is no terminal.
struct CtlRun
{
    int exitCode = -1;
    QByteArray output;
    QString errors;

    [[nodiscard]] static CtlRun of(const QStringList &arguments, const QByteArray &input = {});

    /// The output as one JSON object; empty where it is none.
    [[nodiscard]] QJsonObject json() const;

    [[nodiscard]] static QString program();
};
