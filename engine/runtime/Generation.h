#pragma once

#include <QUuid>

namespace greenroom {

/// One life of an actor: from a start until it stops. What belongs to an earlier life cannot touch
/// a later one.
class Generation
{
public:
    [[nodiscard]] static Generation fresh() { return Generation(QUuid::createUuid()); }

    [[nodiscard]] QString text() const { return m_id.toString(QUuid::WithoutBraces); }

    friend bool operator==(const Generation &, const Generation &) = default;

private:
    explicit Generation(QUuid id) : m_id(id) {}

    QUuid m_id;
};

} // namespace greenroom
