#pragma once

#include "PresentationProxy.h"

namespace greenroom {

/// A part of an actor as people read it: what cannot be decoded has an icon and its reason, times
/// are told relative to now or exactly.
class EntryPresentation final : public PresentationProxy
{
    Q_OBJECT

public:
    /// Of things that all happened within a moment the exact times tell more.
    enum class Times { Relative, Exact };

    EntryPresentation(Times times, std::shared_ptr<const Clock> clock, QObject *parent = nullptr);

    QVariant data(const QModelIndex &index, int role) const override;

protected:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QList<int> timeColumns() const override;

private:
    [[nodiscard]] QString text(const QModelIndex &index) const;
    [[nodiscard]] QString toolTip(const QModelIndex &index) const;

    const Times m_times;
};

} // namespace greenroom
