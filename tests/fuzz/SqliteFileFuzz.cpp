#include "BareReader.h"
#include "SqliteFile.h"

#include <cstdlib>

using namespace greenroom;

/// Chunks at any places, of any sizes, under a size record of any content: what is put together is
/// as large as the record says or empty, and never larger than the chunks justify.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    const QByteArrayView all(data, qsizetype(size));
    (void)decodeSqliteFileKey(all);

    BareReader in(all);
    SqliteFileAssembly assembly(SqliteFileKind(in.u8("kind") & 3));
    if (in.boolean("has a size"))
        assembly.setSizeRecord(in.data("size record"));
    while (in.ok()) {
        const quint32 index = in.u32("index");
        const QByteArray chunk = in.data("chunk");
        if (in.ok())
            assembly.addChunk(index, chunk);
    }
    const SqliteFile file = assembly.finish();
    const quint64 bytes = quint64(file.bytes.size());
    if (file.error ? bytes != 0 : bytes != file.size.value_or(0))
        std::abort();
    if (bytes > quint64(file.chunks) * quint64(SqliteFile::ChunkBytes) + SqliteFile::MaxHoleBytes)
        std::abort();
    if (file.missingChunks < 0 || file.chunksBeyondEnd < 0 || file.shortChunks < 0)
        std::abort();
    (void)file.problems();
    return 0;
}
