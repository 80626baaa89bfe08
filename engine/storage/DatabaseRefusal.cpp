#include "DatabaseRefusal.h"

#include "RecordFile.h"
#include "StorageLayout.h"

#include <QFile>

namespace greenroom {

namespace {

/// Why the system refuses to open a database and what belongs to it. SQLite cannot say: it tries
/// again for reading only, and what fails then is another thing.
QString reasonFor(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite | QIODevice::ExistingOnly))
        return file.errorString();
    const QString beside = StorageLayout::temporaryFor(path);
    if (const Result<void> made = writeNewFile(beside, {}); !made)
        return made.error().message;
    QFile::remove(beside);
    return QStringLiteral("the system refused it for a moment");
}

} // namespace

Error databaseRefusal(const QString &path, Error error)
{
    if (error.code == ErrorCode::Io || error.code == ErrorCode::ReadOnlyDatabase)
        error.message += QStringLiteral(": ") + reasonFor(path);
    return error.message.startsWith(path) ? error : error.of(path);
}

} // namespace greenroom
