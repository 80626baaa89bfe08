#include "ActorArrival.h"

#include "AlarmRecord.h"

namespace greenroom {

namespace {

/// The alarm's file in the new place.
Result<void> addAlarm(ActorArrival &actor, const BundleHead &bundle)
{
    if (!bundle.alarm)
        return {};
    const Result<AlarmRecord> alarm = decodeAlarmRecord(*bundle.alarm);
    const bool isTrusted = alarm && alarm->actorId == bundle.actorId;
    if (isTrusted)
        actor.alarmAt = alarm->timestamp;
    if (actor.id.text() == bundle.actorId) {
        actor.alarmBytes = *bundle.alarm;
        return {};
    }
    if (!isTrusted) {
        actor.notices
            << QStringLiteral("the bundle's alarm is left out: ") +
                   (alarm ? QStringLiteral("it names another actor, \"%1\"").arg(alarm->actorId)
                          : alarm.error().message);
        return {};
    }
    Result<QByteArray> bytes =
        encodeAlarmRecord({.actorId = actor.id.text(), .timestamp = alarm->timestamp});
    if (!bytes)
        return fail(bytes.error());
    actor.alarmBytes = std::move(*bytes);
    return {};
}

} // namespace

Result<ActorArrival> ActorArrival::of(const BundleHead &bundle,
                                      const std::optional<ActorAddress> &as)
{
    Result<ActorRecord> record = decodeActorRecord(bundle.record);
    if (!record)
        return fail(record.error().of(QStringLiteral("the bundle's record")));
    const Result<ActorId> id =
        as ? ActorId::of(as->name, as->key) : ActorId::fromText(bundle.actorId);
    if (!id)
        return fail(id.error());

    ActorArrival actor{.id = *id,
                       .record = std::move(*record),
                       .recordBytes = bundle.record,
                       .alarmBytes = {},
                       .alarmAt = {},
                       .notices = {}};
    const bool isMoved = as && (actor.record.actorId != id->text() ||
                                actor.record.name != as->name || actor.record.key != as->key);
    if (isMoved) {
        actor.record.actorId = id->text();
        actor.record.name = as->name;
        actor.record.key = as->key;
    }
    if (isMoved || !actor.record.legacyKv.isEmpty()) {
        actor.record.legacyKv.clear();
        Result<QByteArray> bytes = encodeActorRecord(actor.record);
        if (!bytes)
            return fail(bytes.error());
        actor.recordBytes = std::move(*bytes);
    }
    if (const auto added = addAlarm(actor, bundle); !added)
        return fail(added.error());
    return actor;
}

} // namespace greenroom
