#pragma once

#include "PresentationProxy.h"
#include "SqlSchema.h"

namespace greenroom {

/// What people read of a database's tables, views, indexes and triggers.
class SqlObjectPresentation final : public PresentationProxy
{
    Q_OBJECT

public:
    using PresentationProxy::PresentationProxy;

    QVariant data(const QModelIndex &index, int role) const override;

protected:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override;
};

/// "Table", "Virtual table", "View", "Index" or "Trigger".
[[nodiscard]] QString kindTitle(SqlObject::Kind kind);

} // namespace greenroom
