#pragma once

#include "HandOver.h"
#include "LocalSocket.h"

#include <QObject>
#include <QSocketNotifier>

#include <list>
#include <memory>

namespace greenroom {

/// Listens for second starts. Whatever comes, garbage or nothing at all, is harmless: a visitor has
/// one line of limited length and a few seconds for it, and there are only so many at once.
class FirstInstance final : public QObject
{
    Q_OBJECT

public:
    /// Called on this object's thread; must not block.
    using Take = std::function<HandOver::Answer(const HandOver &)>;

    /// @p place is where @p listening listens; it is removed when this object goes.
    FirstInstance(QString place, LocalSocket listening, Take take, QObject *parent = nullptr);
    ~FirstInstance() override;

    static constexpr int MaxVisitors = 16;

private:
    struct Visitor;

    void welcome();
    void hear(Visitor &visitor);
    void dismiss(const Visitor &visitor);

    const QString m_place;
    LocalSocket m_listening;
    const Take m_take;
    std::unique_ptr<QSocketNotifier> m_knocks;
    std::list<std::unique_ptr<Visitor>> m_visitors;
};

} // namespace greenroom
