#include "OutlineCheck.h"
#include "SqlitePage.h"

#include <cstdlib>

using namespace greenroom;

/// Whatever the page, its outline stays within its bytes. What is fuzzed is made a page's size.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    QByteArray page(reinterpret_cast<const char *>(data), qsizetype(size));
    for (const SqlitePlace place : {SqlitePlace::FirstPage, SqlitePlace::LaterPage}) {
        if (!oddityOf(outlineOfSqlitePage(page, place)).isEmpty())
            std::abort();
    }
    page.resize(512);
    for (const SqlitePlace place : {SqlitePlace::FirstPage, SqlitePlace::LaterPage}) {
        if (!oddityOf(outlineOfSqlitePage(page, place)).isEmpty())
            std::abort();
    }
    return 0;
}
