#pragma once

#include "Result.h"

#include <QByteArrayView>

namespace greenroom::ctl {

/// What the process ends with.
enum ExitCode {
    ExitOk = 0,
    ExitFailed = 1, ///< the request was understood and could not be met
    ExitUsage = 2,  ///< the command line was not understood
};

/// Writes to standard output as is. False once the reader is gone or the disk is full.
bool printBytes(QByteArrayView bytes);
bool print(const QString &text);

/// "greenroomctl: MESSAGE" on standard error.
void complain(const QString &message);

/// Complains of @p error and gives ExitFailed.
[[nodiscard]] int failWith(const Error &error);

/// ExitOk, or ExitFailed with a complaint if some output could not be written.
[[nodiscard]] int finishOutput();

} // namespace greenroom::ctl
