#pragma once

#include "PresentationProxy.h"

namespace greenroom {

/// Events as people read them: failures with an icon and in red, the exact time in the tooltip.
class EventPresentation final : public PresentationProxy
{
    Q_OBJECT

public:
    using PresentationProxy::PresentationProxy;

    QVariant data(const QModelIndex &index, int role) const override;

protected:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override;

private:
    [[nodiscard]] QString text(const QModelIndex &index) const;
    [[nodiscard]] QString toolTip(const QModelIndex &index) const;
    [[nodiscard]] QVariant foreground(const QModelIndex &index) const;
};

} // namespace greenroom
