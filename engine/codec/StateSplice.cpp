#include "StateSplice.h"

#include "BareReader.h"
#include "BareWriter.h"
#include "PersistedActor.h"

namespace greenroom {

namespace {

/// The state with its length, and without.
struct Place
{
    ByteRange field;
    ByteRange content;
};

Result<Place> placeOfState(QByteArrayView record)
{
    const Result<VersionedBody> split = splitVersion(record, 1, PersistedActor::CurrentVersion);
    if (!split)
        return fail(split.error());
    BareReader in(split->body, VersionedBody::HeaderSize);
    (void)in.optional("input", [&] { return in.data("input"); });
    (void)in.boolean("hasInitialized");
    const qsizetype start = in.offset();
    const qsizetype size = in.data("state").size();
    const qsizetype end = in.offset();
    if (!in.ok())
        return fail(in.finish().error());
    constexpr qsizetype Head = VersionedBody::HeaderSize;
    return Place{{Head + start, end - start}, {Head + end - size, size}};
}

} // namespace

Result<ByteRange> stateRange(QByteArrayView record)
{
    return placeOfState(record).map([](const Place &place) { return place.content; });
}

Result<QByteArray> withState(const QByteArray &record, const QByteArray &state)
{
    const Result<Place> place = placeOfState(record);
    if (!place)
        return fail(place.error());
    const Result<QByteArray> field = BareWriter().data(state).finish();
    if (!field)
        return field;
    return record.first(place->field.offset) + *field + record.sliced(place->field.end());
}

Result<QByteArray> stateCbor(const QByteArray &record)
{
    return stateRange(record).map(
        [&](const ByteRange &range) { return record.mid(range.offset, range.size); });
}

} // namespace greenroom
