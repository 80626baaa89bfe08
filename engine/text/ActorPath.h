#pragma once

#include <QStringList>

namespace greenroom {

struct ActorEntry;

/// A key on one line: parts joined by "/", each printable(), with "\/" for a slash inside a part
/// and
/// "\0" for an empty part. Different keys give different texts; an empty key gives an empty one.
[[nodiscard]] QString keyPath(const QStringList &key);

/// NAME/KEYPART/… in the same form, the way to name an actor on a command line.
[[nodiscard]] QString actorPath(const QString &name, const QStringList &key);

/// Whether @p text names this actor, in the form above or with its parts as they are.
[[nodiscard]] bool isNamedBy(const ActorEntry &actor, const QString &text);

} // namespace greenroom
