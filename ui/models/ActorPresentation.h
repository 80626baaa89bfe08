#pragma once

#include "PresentationProxy.h"

namespace greenroom {

/// The actors as the table shows them: icon and word for the status, relative times with the exact
/// one in the tooltip, an alarm as a countdown, overdue in red.
class ActorPresentation final : public PresentationProxy
{
    Q_OBJECT

public:
    using PresentationProxy::PresentationProxy;

    QVariant data(const QModelIndex &index, int role) const override;

protected:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QList<int> timeColumns() const override;
    [[nodiscard]] bool isNumber(int column) const override;

private:
    [[nodiscard]] QString text(const QModelIndex &index) const;
    [[nodiscard]] QString toolTip(const QModelIndex &index) const;
    [[nodiscard]] QVariant foreground(const QModelIndex &index) const;
};

} // namespace greenroom
