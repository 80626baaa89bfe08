#include "EntryOutline.h"
#include "OutlineCheck.h"

#include <cstdlib>

using namespace greenroom;

// The decoder that this program is built for.
static_assert(sizeof(GREENROOM_FUZZED_KEY) > 1);

/// Whatever the value, its outline stays within its bytes, and a failure says something.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    const QByteArray key = QByteArray::fromHex(GREENROOM_FUZZED_KEY);
    const QByteArray value(reinterpret_cast<const char *>(data), qsizetype(size));
    const EntryOutline entry = outlineOfEntry(key, value);
    if (entry.error && entry.error->message.isEmpty())
        std::abort();
    if (!oddityOf(entry.outline).isEmpty())
        std::abort();
    return 0;
}
