#include "PersistedActor.h"

#include "BareWriter.h"

namespace greenroom {

namespace {

std::optional<QByteArray> readOptionalCbor(BareReader &in, const char *field)
{
    return in.optional(field, [&] { return in.cbor(field); });
}

/// id | token | parameters | state | subscriptions | lastSeen, and from version 2 on
/// hibernatableRequestId.
void readConnections(BareReader &in, quint16 version)
{
    in.list("connections", [&] {
        in.group(nullptr, [&] {
            in.string("id");
            in.string("token");
            in.cbor("parameters");
            in.cbor("state");
            in.list("subscriptions", [&] { in.string("subscription"); });
            in.time("lastSeen");
            if (version >= 2) {
                in.optional("hibernatableRequestId",
                            [&] { return in.data("hibernatableRequestId"); });
            }
        });
    });
}

void readHibernatableSockets(BareReader &in)
{
    in.list("hibernatableWebSockets", [&] {
        in.group(nullptr, [&] {
            in.data("requestId");
            in.time("lastSeenTimestamp");
            in.i64("msgIndex");
        });
    });
}

ScheduledEvent readEvent(BareReader &in, quint16 version)
{
    // Versions 1 and 2 have a union of the kinds of event, of which there was only ever one.
    static constexpr const char *Kinds[] = {"call"};
    ScheduledEvent event;
    in.group(nullptr, [&] {
        event.eventId = in.string("eventId");
        event.timestampMs = in.time("timestamp");
        if (version <= 2)
            in.choice("kind", Kinds);
        event.action = in.string("action");
        event.args = readOptionalCbor(in, "args");
    });
    return event;
}

} // namespace

PersistedActor readPersistedActor(BareReader &in, quint16 version)
{
    PersistedActor actor;
    actor.input = readOptionalCbor(in, "input");
    actor.hasInitialized = in.boolean("hasInitialized");
    actor.state = in.cbor("state");
    if (version <= 2)
        readConnections(in, version);
    in.list("scheduledEvents", [&] { actor.scheduledEvents.append(readEvent(in, version)); });
    if (version == 2)
        readHibernatableSockets(in);
    return actor;
}

Result<PersistedActor> decodePersistedActor(QByteArrayView bytes)
{
    const Result<VersionedBody> split = splitVersion(bytes, 1, PersistedActor::CurrentVersion);
    if (!split)
        return fail(split.error());

    BareReader in(split->body, VersionedBody::HeaderSize);
    const PersistedActor actor = readPersistedActor(in, split->version);
    if (const Result<void> end = in.finish(); !end)
        return fail(end.error());
    return actor;
}

Result<QByteArray> encodePersistedActor(const PersistedActor &actor)
{
    BareWriter out;
    const auto writeData = [&out](const QByteArray &bytes) { out.data(bytes); };
    out.u16(PersistedActor::CurrentVersion)
        .optional(actor.input, writeData)
        .boolean(actor.hasInitialized)
        .data(actor.state)
        .varint(quint64(actor.scheduledEvents.size()));
    for (const ScheduledEvent &event : actor.scheduledEvents) {
        out.string(event.eventId, "eventId")
            .u64(quint64(event.timestampMs))
            .string(event.action, "action")
            .optional(event.args, writeData);
    }
    return out.finish();
}

} // namespace greenroom
