#pragma once

#include "Result.h"
#include "SqlValue.h"

#include <functional>

namespace greenroom {

/// How much of a result to read.
struct SqlReading
{
    qint64 skip = 0; ///< rows to pass over first
    qint64 limit = std::numeric_limits<qint64>::max();

    /// Cut each text and blob to this many bytes.
    qint64 previewBytes = WholeValue;

    /// End early once this many bytes are read; one row is always read.
    qint64 maxBytes = WholeValue;
};

/// Where a result goes, row by row. A failure of either ends the reading and is its failure.
struct SqlSink
{
    std::function<Result<void>(const QStringList &)> columns;
    std::function<Result<void>(SqlRow)> row;
};

} // namespace greenroom
