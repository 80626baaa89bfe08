#include "AlarmRecord.h"

#include <cstdlib>

using namespace greenroom;

/// Whatever decodes must come back the same when it is written and read again.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    const Result<AlarmRecord> record = decodeAlarmRecord(QByteArrayView(data, qsizetype(size)));
    if (!record) {
        if (record.error().message.isEmpty())
            std::abort();
        return 0;
    }

    const Result<QByteArray> bytes = encodeAlarmRecord(*record);
    if (!bytes)
        std::abort();
    Result<AlarmRecord> again = decodeAlarmRecord(*bytes);
    if (!again)
        std::abort();
    again->version = record->version; // always written as the current one
    if (*again != *record)
        std::abort();
    return 0;
}
