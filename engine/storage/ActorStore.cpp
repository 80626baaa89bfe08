#include "ActorStore.h"

namespace greenroom {

ActorStore::~ActorStore() = default;

} // namespace greenroom
