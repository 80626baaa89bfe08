#pragma once

#include "Result.h"

#include <QCommandLineParser>

namespace greenroom::ctl {

/// --text, with which a key on the command line is a user's own key as text. Without it a key is
/// the whole stored key as hexadecimal digits, as `kv list --json` gives it.
[[nodiscard]] QCommandLineOption textKeyOption();

/// The stored key that @p text means. Fails with NotSupported.
[[nodiscard]] Result<QByteArray> storedKey(const QString &text,
                                           const QCommandLineParser &arguments);

/// The form of keys in sentences, for help.
[[nodiscard]] QString keyRemarks();

} // namespace greenroom::ctl
