#include "Definitions.h"

namespace greenroom {

Result<void> Definitions::add(ActorDefinition definition)
{
    const QString name = definition.name;
    if (!definition.make) {
        return fail(ErrorCode::BadPlugin,
                    QStringLiteral("the definition of \"%1\" makes no actors").arg(name));
    }
    if (m_byName.contains(name)) {
        return fail(ErrorCode::DuplicateKey,
                    QStringLiteral("actors named \"%1\" are defined twice").arg(name));
    }
    m_byName.insert(name, std::move(definition));
    return {};
}

Result<const ActorDefinition *> Definitions::find(const QString &name) const
{
    const auto found = m_byName.constFind(name);
    if (found != m_byName.constEnd())
        return &*found;
    const QString known = m_byName.isEmpty()
                              ? QStringLiteral("nothing is defined")
                              : QStringLiteral("defined are ") + names().join(QLatin1String(", "));
    return fail(
        ErrorCode::DefinitionNotFound,
        QStringLiteral("nothing defines what actors named \"%1\" do; %2; load a plugin that does")
            .arg(name, known));
}

} // namespace greenroom
