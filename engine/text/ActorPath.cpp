#include "ActorPath.h"

#include "ActorSource.h"
#include "Printable.h"

namespace greenroom {

QString keyPath(const QStringList &key)
{
    QStringList parts;
    for (const QString &part : key) {
        parts << (part.isEmpty() ? QStringLiteral("\\0")
                                 : printable(part).replace(u'/', QStringLiteral("\\/")));
    }
    return parts.join(u'/');
}

QString actorPath(const QString &name, const QStringList &key)
{
    const QString shown = printable(name);
    return key.isEmpty() ? shown : shown + u'/' + keyPath(key);
}

bool isNamedBy(const ActorEntry &actor, const QString &text)
{
    if (!actor.record)
        return false;
    const QStringList raw = QStringList(actor.record->name) + actor.record->key;
    return text == actorPath(actor.record->name, actor.record->key) || text == raw.join(u'/');
}

} // namespace greenroom
