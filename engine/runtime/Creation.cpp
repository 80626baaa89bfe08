#include "Creation.h"

#include "PersistedActor.h"

namespace greenroom {

Result<Creation> creationOf(const QString &name, const QStringList &key,
                            const std::optional<QByteArray> &input)
{
    const Result<QByteArray> persisted = encodePersistedActor({.input = input});
    if (!persisted)
        return fail(persisted.error());
    return Creation{name, key, {{QByteArray(1, '\1'), *persisted}}};
}

} // namespace greenroom
