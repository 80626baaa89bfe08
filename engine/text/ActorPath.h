#pragma once

#include <QStringList>

namespace greenroom {

struct ActorEntry;

/// A key on one line, as rivetkit writes it: parts joined by "/", with "\/" and "\\" inside a part
/// and "\0" for an empty one. An empty key gives an empty text.
[[nodiscard]] QString keyPath(const QStringList &key);

/// NAME/KEYPART/…, the way to name an actor on a command line.
[[nodiscard]] QString actorPath(const QString &name, const QStringList &key);

/// Whether @p text names this actor, with its key parts escaped as above or as they are.
[[nodiscard]] bool isNamedBy(const ActorEntry &actor, const QString &text);

} // namespace greenroom
