#pragma once

#include "PresentationProxy.h"

#include <QIcon>

namespace greenroom {

/// The pending alarms as the dock shows them: a countdown, overdue in red, orphans and damaged
/// files marked by an icon and a sentence.
class AlarmPresentation final : public PresentationProxy
{
    Q_OBJECT

public:
    using PresentationProxy::PresentationProxy;

    QVariant data(const QModelIndex &index, int role) const override;

protected:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QList<int> timeColumns() const override;

private:
    [[nodiscard]] QString text(const QModelIndex &index) const;
    [[nodiscard]] QIcon icon(const QModelIndex &index) const;
    [[nodiscard]] bool isOverdue(const QModelIndex &index) const;
};

} // namespace greenroom
