#include "QueueRecords.h"

namespace greenroom {

void readQueueMetadata(BareReader &in)
{
    in.u64("nextId");
    in.u32("size");
}

void readQueueMessage(BareReader &in)
{
    in.string("name");
    in.cbor("body");
    in.time("createdAt");
    in.optional("failureCount", [&] { return in.u32("failureCount"); });
    in.optional("availableAt", [&] { return in.time("availableAt"); });
    in.optional("inFlight", [&] { return in.boolean("inFlight"); });
    in.optional("inFlightAt", [&] { return in.time("inFlightAt"); });
}

} // namespace greenroom
