#include "ActorSource.h"

namespace greenroom {

ActorSource::~ActorSource() = default;

KeyKind kindOf(const KvRow &row)
{
    return row.keyClass == StorageClass::Blob ? kindOf(row.key) : KeyKind::Other;
}

} // namespace greenroom
