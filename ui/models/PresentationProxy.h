#pragma once

#include "Clock.h"

#include <QFont>
#include <QIdentityProxyModel>

#include <memory>

namespace greenroom {

/// What turns a table of raw values into what people read. Times are told relative to now, so they
/// age: tick() makes the cells in timeColumns() be painted again, and nothing else.
class PresentationProxy : public QIdentityProxyModel
{
    Q_OBJECT

public:
    explicit PresentationProxy(std::shared_ptr<const Clock> clock, QObject *parent = nullptr);

    /// Tells the views that the shown ages have changed.
    void tick();

protected:
    [[nodiscard]] virtual QList<int> timeColumns() const = 0;
    [[nodiscard]] Timestamp now() const { return m_clock->now(); }

    /// The raw value of a cell of this model.
    [[nodiscard]] QVariant raw(const QModelIndex &index) const;
    [[nodiscard]] std::optional<Timestamp> rawTime(const QModelIndex &index) const;
    [[nodiscard]] QStringList problems(const QModelIndex &index) const;

private:
    const std::shared_ptr<const Clock> m_clock;
};

/// The font for ids, keys in hexadecimal and other text that is compared letter by letter.
[[nodiscard]] QFont fixedFont();

} // namespace greenroom
