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

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Tells the views that the shown ages have changed.
    void tick();

protected:
    [[nodiscard]] virtual QString title(int column) const = 0;
    [[nodiscard]] virtual QList<int> timeColumns() const { return {}; }
    [[nodiscard]] virtual bool isNumber(int) const { return false; }

    /// Numbers stand at the right, all else at the left.
    [[nodiscard]] QVariant alignment(int column) const;

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
