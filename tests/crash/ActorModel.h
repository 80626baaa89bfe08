#pragma once

#include "Operation.h"
#include "Remains.h"

#include <optional>

namespace greenroom::crash {

/// What has to be left of one actor, by what the child was told: every effect that was answered,
/// and none or all of the one that was not.
class ActorModel
{
public:
    explicit ActorModel(int actor) : m_actor(actor) {}

    /// What the child says.
    void begun(const Operation &operation);
    void answered(const QByteArray &outcome);
    void counted(const QByteArray &counter, qint64 value);

    /// What is wrong with what is left; nothing when all is well.
    [[nodiscard]] QStringList faultsOf(const Remains &remains) const;

    /// From here the next round goes on.
    void adopt(const Remains &remains);

private:
    using Kind = Operation::Kind;
    using Values = QMap<QByteArray, QByteArray>;

    enum class Existence { Absent, Dying, Present };
    enum class Life { Unknown, Fresh, Awake, Asleep };

    /// An alarm that was answered for, so it is on disk, no later than it, or has been answered.
    struct Alarm
    {
        quint64 at = 0;
        std::optional<quint64> number{}; ///< seen as "got" when it has been called for
        std::optional<qint64> fired{};   ///< seen as "fired" beyond this
    };

    [[nodiscard]] bool isUnderWay(std::initializer_list<Kind> kinds) const;
    [[nodiscard]] bool mayBeAbsent() const;
    [[nodiscard]] bool mayBePresent() const;
    [[nodiscard]] static bool hasBeenAnswered(const Alarm &alarm, const Remains &remains);
    void beMade(const Operation &operation);
    void beGone();
    void apply(const Operation &operation, const QByteArray &outcome);
    [[nodiscard]] static Values after(Values values, const Operation &operation);

    void checkExistence(const Remains &remains, QStringList &faults) const;
    void checkValues(const Remains &remains, QStringList &faults) const;
    void checkCounters(const Remains &remains, QStringList &faults) const;
    void checkAlarm(const Remains &remains, QStringList &faults) const;
    void checkLife(const Remains &remains, QStringList &faults) const;

    int m_actor;
    std::optional<Operation> m_underWay;

    Existence m_existence = Existence::Absent;
    QByteArray m_origin; // number of the operation that made it
    Values m_values;
    QMap<QByteArray, qint64> m_counters; // at least
    Life m_life = Life::Unknown;
    bool m_mayBeWoken = false; // by an alarm that is due before long

    std::optional<Alarm> m_alarm;
    bool m_mayHaveAlarm = false; // one that was being answered when it was cancelled
    QList<quint64> m_times;      // that were asked for in this life
    bool m_wasFired = false;     // by request, so that its time is that of the request
};

} // namespace greenroom::crash
