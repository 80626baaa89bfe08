#include "CborReader.h"
#include "JsonCbor.h"
#include "OutlineCheck.h"
#include "TaggedJson.h"

#include <cstdlib>

using namespace greenroom;

/// Whatever the bytes, the outline stays within them. What decodes whole can be written as text
/// and read back: untouched it is the same bytes, and written anew it means the same.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    const Outline outline = outlineOfCbor(bytes);
    requireSound(outline);
    if (!outline.failures().isEmpty())
        return 0;
    const NodeId value = outline.child(Outline::Root, 0);
    const QString json = QString::fromUtf8(taggedJsonLines(outline, value));
    const Result<QByteArray> same = editedCbor(json, outline, value);
    const Result<QByteArray> anew = cborOfJson(json);
    if (!same || !anew)
        return 0; // forms that have no text: a bigint of thousands of digits within, a deep nesting
    if (*same != bytes)
        std::abort();
    const Outline again = outlineOfCbor(*anew);
    if (!again.failures().isEmpty() ||
        taggedJson(again, again.child(Outline::Root, 0), TaggedForm::Exact) !=
            taggedJson(outline, value, TaggedForm::Exact))
        std::abort();
    return 0;
}
