#pragma once

#include "ActorDefinition.h"

#include <QMap>

namespace greenroom {

/// What actors of each name are. Filled before an engine is opened with it, not changed afterwards.
class Definitions
{
public:
    /// A later definition of the same name is refused with DuplicateKey.
    [[nodiscard]] Result<void> add(ActorDefinition definition);

    /// Fails with DefinitionNotFound, naming what there is.
    [[nodiscard]] Result<const ActorDefinition *> find(const QString &name) const;

    [[nodiscard]] QStringList names() const { return m_byName.keys(); }

private:
    QMap<QString, ActorDefinition> m_byName;
};

} // namespace greenroom
