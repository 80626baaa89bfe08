#include "ConnectionRecord.h"

namespace greenroom {

void readConnection(BareReader &in)
{
    in.string("id");
    in.cbor("parameters");
    in.cbor("state");
    in.list("subscriptions", [&] { in.string("subscription"); });
    in.fixed(4, "gatewayId");
    in.fixed(4, "requestId");
    in.u16("serverMessageIndex");
    in.u16("clientMessageIndex");
    in.string("requestPath");
    in.map("requestHeaders", "name", [&] { in.string("value"); });
}

} // namespace greenroom
