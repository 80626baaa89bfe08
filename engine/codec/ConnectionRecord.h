#pragma once

#include "BareReader.h"

namespace greenroom {

/// What an actor keeps of an open WebSocket under 02 + connection id (storage-format §7), versions
/// 3 and 4, which are alike:
///   id str | parameters data | state data | subscriptions list<str> | gatewayId data[4] |
///   requestId data[4] | serverMessageIndex u16 | clientMessageIndex u16 | requestPath str |
///   requestHeaders map<str><str>
/// Parameters and state are CBOR.
void readConnection(BareReader &in);

} // namespace greenroom
