#include "TraceChunk.h"

namespace greenroom {

namespace {

constexpr const char *RecordKind[] = {"SpanStart", "SpanEvent", "SpanUpdate", "SpanEnd",
                                      "SpanSnapshot"};
constexpr const char *StatusCode[] = {"UNSET", "OK", "ERROR"};

void readAttributes(BareReader &in)
{
    in.list("attributes", [&] {
        in.group(nullptr, [&] {
            in.u32("key");
            in.cbor("value");
        });
    });
    in.u32("droppedAttributesCount");
}

void readStatus(BareReader &in)
{
    in.optional("status", [&] {
        in.group("status", [&] {
            in.choice("code", StatusCode);
            in.optional("message", [&] { return in.string("message"); });
        });
        return 0;
    });
}

void readLinks(BareReader &in)
{
    in.list("links", [&] {
        in.group(nullptr, [&] {
            in.data("traceId");
            in.data("spanId");
            in.optional("traceState", [&] { return in.string("traceState"); });
            readAttributes(in);
        });
    });
    in.u32("droppedLinksCount");
}

enum class Opening { Start, Snapshot };

void readOpening(BareReader &in, Opening opening)
{
    in.data("traceId");
    in.data("spanId");
    in.optional("parentSpanId", [&] { return in.data("parentSpanId"); });
    in.u32("name");
    in.u32("kind");
    if (opening == Opening::Snapshot)
        in.u64("startTimeUnixNs");
    in.optional("traceState", [&] { return in.string("traceState"); });
    in.u32("flags");
    readAttributes(in);
    readLinks(in);
    if (opening == Opening::Snapshot)
        readStatus(in);
}

void readRecord(BareReader &in)
{
    in.u64("timeOffsetNs");
    switch (in.choice("type", RecordKind)) {
    case 0: // start
        readOpening(in, Opening::Start);
        break;
    case 1: // event
        in.data("spanId");
        in.u32("name");
        readAttributes(in);
        break;
    case 2: // update
        in.data("spanId");
        readAttributes(in);
        readStatus(in);
        break;
    case 3: // end
        in.data("spanId");
        readStatus(in);
        break;
    case 4: // snapshot
        readOpening(in, Opening::Snapshot);
        break;
    }
}

void readReference(BareReader &in, const char *field)
{
    in.group(field, [&] {
        in.u32("prefix");
        in.u64("bucketStartSec");
        in.u32("chunkId");
        in.u32("recordIndex");
    });
}

} // namespace

void readTraceChunk(BareReader &in)
{
    in.u64("baseUnixNs");
    in.list("strings", [&] { in.string("string"); });
    in.list("records", [&] { in.group(nullptr, [&] { readRecord(in); }); });
    in.list("activeSpans", [&] {
        in.group(nullptr, [&] {
            in.data("spanId");
            readReference(in, "startKey");
            in.optional("latestSnapshotKey", [&] {
                readReference(in, "latestSnapshotKey");
                return 0;
            });
        });
    });
}

} // namespace greenroom
