#include "ActorPath.h"

#include "ActorSource.h"

namespace greenroom {

QString keyPath(const QStringList &key)
{
    QStringList parts;
    for (QString part : key) {
        if (part.isEmpty()) {
            parts << QStringLiteral("\\0");
            continue;
        }
        part.replace(u'\\', QStringLiteral("\\\\")).replace(u'/', QStringLiteral("\\/"));
        parts << part;
    }
    return parts.join(u'/');
}

QString actorPath(const QString &name, const QStringList &key)
{
    return key.isEmpty() ? name : name + u'/' + keyPath(key);
}

bool isNamedBy(const ActorEntry &actor, const QString &text)
{
    if (!actor.record)
        return false;
    const QStringList raw = QStringList(actor.record->name) + actor.record->key;
    return text == actorPath(actor.record->name, actor.record->key) || text == raw.join(u'/');
}

} // namespace greenroom
