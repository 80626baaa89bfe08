#include "DecodedJson.h"
#include "EntryOutline.h"
#include "JsonReader.h"
#include "OutlineCheck.h"
#include "WorkflowNames.h"

#include <cstdlib>

using namespace greenroom;

/// The first byte picks one of the keys that this program is built for, the rest is the value.
/// Whatever it is, its outline stays within its bytes, a failure says something, and what rivetkit
/// would see of it is JSON.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    static const QList<QByteArray> keys = QByteArray(GREENROOM_FUZZED_KEYS).split(',');
    if (size == 0)
        return 0;
    const QByteArray key = QByteArray::fromHex(keys[data[0] % keys.size()]);
    const QByteArray value(reinterpret_cast<const char *>(data + 1), qsizetype(size - 1));
    const EntryOutline entry = outlineOfEntry(key, value);
    if (entry.error && entry.error->message.isEmpty())
        std::abort();
    requireSound(entry.outline);
    const Outline json = outlineOfJson(decodedJson(key, entry, WorkflowNames()));
    const bool isTooDeep =
        !json.failures().isEmpty() && json.failures().first().code == ErrorCode::TooComplex;
    if (!json.failures().isEmpty() && !isTooDeep)
        std::abort();
    return 0;
}
