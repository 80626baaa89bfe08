#include "ActorModel.h"

#include "PersistedActor.h"

#include <algorithm>

namespace greenroom::crash {

namespace {

/// The operation's number out of the input that the actor was made with.
QByteArray originOf(const QByteArray &persisted)
{
    const Result<PersistedActor> decoded = decodePersistedActor(persisted);
    return decoded && decoded->input ? decoded->input->sliced(1) : QByteArray();
}

} // namespace

bool ActorModel::isUnderWay(std::initializer_list<Kind> kinds) const
{
    return m_underWay && std::find(kinds.begin(), kinds.end(), m_underWay->kind) != kinds.end();
}

void ActorModel::begun(const Operation &operation)
{
    m_underWay = operation;
    if (operation.at != 0)
        m_times.append(operation.at);
    if (isUnderWay({Kind::FireAlarm}))
        m_wasFired = true;
    if (!hasFarAlarmsOnly(m_actor) &&
        isUnderWay({Kind::SetAlarm, Kind::ReplaceAlarm, Kind::FireAlarm}))
        m_mayBeWoken = true;
    if (isUnderWay({Kind::Start, Kind::Sleep, Kind::Obtain, Kind::Destroy}))
        m_life = Life::Unknown;
}

void ActorModel::answered(const QByteArray &outcome)
{
    const std::optional<Operation> operation = std::exchange(m_underWay, std::nullopt);
    if (operation)
        apply(*operation, outcome);
}

void ActorModel::counted(const QByteArray &counter, qint64 value)
{
    // One that was told late, of a life before this, does not count.
    if (m_existence == Existence::Present && !isUnderWay({Kind::Destroy}))
        m_counters[counter] = value;
}

void ActorModel::beMade(const Operation &operation)
{
    beGone();
    m_existence = Existence::Present;
    m_origin = QByteArray::number(operation.number);
    m_life = Life::Fresh;
}

void ActorModel::beGone()
{
    ActorModel nothing(m_actor);
    nothing.m_underWay = m_underWay;
    *this = nothing;
}

void ActorModel::apply(const Operation &operation, const QByteArray &outcome)
{
    if (operation.kind == Kind::Create && outcome == "ok")
        beMade(operation);
    if (operation.kind == Kind::Obtain && outcome == "created")
        beMade(operation);
    if (operation.kind == Kind::Destroy && (outcome == "ok" || outcome == "not-found"))
        beGone();
    const bool isAlarm = operation.kind == Kind::SetAlarm || operation.kind == Kind::ReplaceAlarm;
    if (isAlarm && (outcome == "armed" || outcome == "held"))
        m_alarm = Alarm{operation.at, operation.number, std::nullopt};
    if (outcome != "ok" && outcome != "created")
        return;
    switch (operation.kind) {
    case Kind::Obtain:
    case Kind::Start:
        m_life = Life::Awake;
        break;
    case Kind::Sleep:
        m_life = Life::Asleep;
        break;
    case Kind::Put:
    case Kind::Remove:
    case Kind::RemoveRange:
        m_values = after(m_values, operation);
        break;
    case Kind::CancelAlarm:
        m_mayHaveAlarm = m_mayHaveAlarm || m_mayBeWoken;
        m_alarm.reset();
        break;
    default:
        break;
    }
}

ActorModel::Values ActorModel::after(Values values, const Operation &operation)
{
    switch (operation.kind) {
    case Kind::Put:
        for (const KvEntry &entry : operation.entries())
            values.insert(entry.key.sliced(1), entry.value);
        break;
    case Kind::Remove:
        for (const QByteArray &key : operation.keys)
            values.remove(key);
        break;
    case Kind::RemoveRange:
        values.removeIf([&](const auto &each) {
            return each.key() >= operation.keys.first() && each.key() < operation.keys.last();
        });
        break;
    default:
        break;
    }
    return values;
}

bool ActorModel::mayBeAbsent() const
{
    return m_existence != Existence::Present || isUnderWay({Kind::Destroy});
}

bool ActorModel::mayBePresent() const
{
    return m_existence != Existence::Absent || isUnderWay({Kind::Create, Kind::Obtain});
}

QStringList ActorModel::faultsOf(const Remains &remains) const
{
    QStringList faults;
    checkExistence(remains, faults);
    const bool isThere = remains.record && !remains.record->destroyTs;
    if (isThere && m_existence != Existence::Dying) {
        checkValues(remains, faults);
        checkCounters(remains, faults);
        checkAlarm(remains, faults);
        checkLife(remains, faults);
    }
    const QString under =
        m_underWay ? QString::fromLatin1(m_underWay->toLine()) : QStringLiteral("nothing");
    for (QString &fault : faults)
        fault = QStringLiteral("actor %1: %2 (under way: %3)").arg(m_actor).arg(fault, under);
    return faults;
}

void ActorModel::checkExistence(const Remains &remains, QStringList &faults) const
{
    if (!remains.record) {
        if (!mayBeAbsent())
            faults << QStringLiteral("it was made and is not there");
        if (remains.alarmAt && !isUnderWay({Kind::Destroy}))
            faults << QStringLiteral("it has an alarm and is not there");
        return;
    }
    if (!mayBePresent())
        faults << QStringLiteral("it is there, though it was destroyed or never made");
    const ActorRecord &record = *remains.record;
    if (record.name != ActorName || record.key != actorKey(m_actor))
        faults << QStringLiteral("its record has another name or key");
    if (record.destroyTs) {
        if (m_existence == Existence::Present && !isUnderWay({Kind::Destroy}))
            faults << QStringLiteral("its record says that it is destroyed");
        return;
    }
    if (!remains.persisted) {
        faults << QStringLiteral("it is half made: there is no key 01");
        return;
    }
    const QByteArray origin = originOf(*remains.persisted);
    const bool isMade = m_existence == Existence::Present && origin == m_origin;
    const bool isJustMade = m_existence != Existence::Present &&
                            isUnderWay({Kind::Create, Kind::Obtain}) &&
                            origin == QByteArray::number(m_underWay->number);
    if (!isMade && !isJustMade && m_existence != Existence::Dying) {
        faults << QStringLiteral("operation %1 made it, not %2")
                      .arg(QString::fromLatin1(origin), QString::fromLatin1(m_origin));
    }
}

void ActorModel::checkValues(const Remains &remains, QStringList &faults) const
{
    if (remains.values == m_values)
        return;
    if (m_underWay && remains.values == after(m_values, *m_underWay))
        return;
    QStringList keys;
    for (auto each = m_values.begin(); each != m_values.end(); ++each) {
        if (remains.values.value(each.key()) != each.value())
            keys << QString::fromLatin1(each.key());
    }
    for (auto each = remains.values.begin(); each != remains.values.end(); ++each) {
        if (!m_values.contains(each.key()))
            keys << QString::fromLatin1(each.key());
    }
    faults << QStringLiteral("values differ: ") + keys.join(u' ');
}

void ActorModel::checkCounters(const Remains &remains, QStringList &faults) const
{
    for (auto each = m_counters.begin(); each != m_counters.end(); ++each) {
        if (remains.counter(each.key()) < each.value()) {
            faults << QStringLiteral("counter %1 was %2 and is %3")
                          .arg(QString::fromLatin1(each.key()))
                          .arg(each.value())
                          .arg(remains.counter(each.key()));
        }
    }
    if (remains.counter(Counter::Ticks) != remains.counter(Counter::Tocks))
        faults << QStringLiteral("half a batch of the actor's own was kept");
}

bool ActorModel::hasBeenAnswered(const Alarm &alarm, const Remains &remains)
{
    if (alarm.number && remains.counter(Counter::Got) >= qint64(*alarm.number))
        return true;
    return alarm.fired && remains.counter(Counter::Fired) > *alarm.fired;
}

void ActorModel::checkAlarm(const Remains &remains, QStringList &faults) const
{
    if (remains.alarmAt && !m_times.contains(*remains.alarmAt) && !m_wasFired) {
        faults
            << QStringLiteral("its alarm is at %1, which nobody asked for").arg(*remains.alarmAt);
    }
    if (!m_alarm) {
        const bool mayHave = m_mayHaveAlarm || isUnderWay({Kind::SetAlarm, Kind::ReplaceAlarm});
        if (remains.alarmAt && !mayHave)
            faults << QStringLiteral("it has an alarm that was cancelled");
        return;
    }
    if (hasBeenAnswered(*m_alarm, remains))
        return;
    if (!remains.alarmAt) {
        if (!isUnderWay({Kind::CancelAlarm}))
            faults << QStringLiteral("its alarm at %1 is lost").arg(m_alarm->at);
        return;
    }
    quint64 latest = m_alarm->at;
    if (isUnderWay({Kind::ReplaceAlarm}))
        latest = std::max(latest, m_underWay->at);
    if (*remains.alarmAt > latest) {
        faults << QStringLiteral("its alarm is at %1, later than %2")
                      .arg(*remains.alarmAt)
                      .arg(latest);
    }
}

void ActorModel::checkLife(const Remains &remains, QStringList &faults) const
{
    const ActorRecord &record = *remains.record;
    if (m_existence != Existence::Present || isUnderWay({Kind::Destroy}))
        return;
    switch (m_life) {
    case Life::Unknown:
        break;
    case Life::Fresh:
        if (record.startTs && !m_mayBeWoken)
            faults << QStringLiteral("it says that it was started");
        break;
    case Life::Awake:
        if (!record.startTs || !record.connectableTs || record.sleepTs)
            faults << QStringLiteral("it was started and does not say so");
        break;
    case Life::Asleep:
        if ((!record.sleepTs || record.connectableTs) && !m_mayBeWoken)
            faults << QStringLiteral("it was put to sleep and does not say so");
        break;
    }
}

void ActorModel::adopt(const Remains &remains)
{
    beGone();
    m_underWay.reset();
    if (!remains.record)
        return;
    m_existence = remains.record->destroyTs ? Existence::Dying : Existence::Present;
    m_origin = originOf(remains.persisted.value_or(QByteArray()));
    m_values = remains.values;
    for (auto each = remains.counters.begin(); each != remains.counters.end(); ++each) {
        if (each.key() != Counter::Wanted)
            m_counters.insert(each.key(), each.value().toLongLong());
    }
    if (remains.alarmAt) {
        m_times.append(*remains.alarmAt);
        m_alarm = Alarm{*remains.alarmAt, std::nullopt, remains.counter(Counter::Fired)};
        m_mayBeWoken = !hasFarAlarmsOnly(m_actor);
    }
}

} // namespace greenroom::crash
