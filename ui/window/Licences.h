#pragma once

#include <QList>
#include <QString>

namespace greenroom {

/// Under which terms something may be used.
struct Licence
{
    QString title; ///< whose it is
    QString text;  ///< the terms; empty where @a file has them
    QString file;
};

/// Greenroom's own licence, those of what it is built of, and those of what was bundled with it: a
/// file each in @p bundled, which may be missing, and the common ones that these name in its folder
/// common-licenses.
[[nodiscard]] QList<Licence> licences(const QString &bundled);

/// The terms, or why they cannot be read.
[[nodiscard]] QString termsOf(const Licence &licence);

} // namespace greenroom
