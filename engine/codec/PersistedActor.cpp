#include "PersistedActor.h"

#include "BareReader.h"
#include "BareWriter.h"

namespace greenroom {

namespace {

std::optional<QByteArray> readOptionalData(BareReader &in, const char *field)
{
    return in.optional(field, [&] { return in.data(field); });
}

template <class Read>
void readList(BareReader &in, const char *field, Read readItem)
{
    const quint64 count = in.count(field);
    for (quint64 i = 0; i < count && in.ok(); ++i)
        readItem();
}

/// id | token | parameters | state | subscriptions | lastSeen, and from version 2 on
/// hibernatableRequestId.
void skipConnections(BareReader &in, quint16 version)
{
    readList(in, "connections", [&] {
        in.string("connection id");
        in.string("connection token");
        in.data("connection parameters");
        in.data("connection state");
        readList(in, "subscriptions", [&] { in.string("subscription"); });
        in.u64("lastSeen");
        if (version >= 2)
            readOptionalData(in, "hibernatableRequestId");
    });
}

void skipHibernatableSockets(BareReader &in)
{
    readList(in, "hibernatableWebSockets", [&] {
        in.data("requestId");
        in.i64("lastSeenTimestamp");
        in.i64("msgIndex");
    });
}

ScheduledEvent readEvent(BareReader &in, quint16 version)
{
    ScheduledEvent event;
    event.eventId = in.string("eventId");
    event.timestampMs = in.i64("timestamp");
    // Versions 1 and 2 have a union of the kinds of event, of which there was only ever one.
    if (version <= 2 && in.u8("kind") != 0)
        in.reject(ErrorCode::BadUnionTag, "kind", QStringLiteral("it names no kind of event"));
    event.action = in.string("action");
    event.args = readOptionalData(in, "args");
    return event;
}

} // namespace

Result<PersistedActor> decodePersistedActor(QByteArrayView bytes)
{
    const Result<VersionedBody> split = splitVersion(bytes, 1, PersistedActor::CurrentVersion);
    if (!split)
        return fail(split.error());

    BareReader in(split->body);
    PersistedActor actor;
    actor.input = readOptionalData(in, "input");
    actor.hasInitialized = in.boolean("hasInitialized");
    actor.state = in.data("state");
    if (split->version <= 2)
        skipConnections(in, split->version);
    readList(in, "scheduledEvents",
             [&] { actor.scheduledEvents.append(readEvent(in, split->version)); });
    if (split->version == 2)
        skipHibernatableSockets(in);
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
