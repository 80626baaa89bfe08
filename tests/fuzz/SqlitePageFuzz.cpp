#include "OutlineCheck.h"
#include "SqlitePage.h"

#include <cstdlib>

using namespace greenroom;

/// The first byte picks whether it is a file's first page. Whatever the page, its outline stays
/// within its bytes.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    if (size == 0)
        return 0;
    const QByteArray page(reinterpret_cast<const char *>(data + 1), qsizetype(size - 1));
    const SqlitePlace place = data[0] % 2 ? SqlitePlace::FirstPage : SqlitePlace::LaterPage;
    requireSound(outlineOfSqlitePage(page, place));
    return 0;
}
