#include "JsonCbor.h"
#include "JsonReader.h"
#include "OutlineCheck.h"

#include <cstdlib>

using namespace greenroom;

/// Whatever the text, its outline stays within it, and what is refused is refused with a reason.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), qsizetype(size));
    requireSound(outlineOfJson(text));
    const Result<QByteArray> cbor = cborOfJson(QString::fromUtf8(text));
    if (!cbor && cbor.error().message.isEmpty())
        std::abort();
    return 0;
}
