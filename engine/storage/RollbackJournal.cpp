#include "RollbackJournal.h"

#include <QFile>

namespace greenroom {

namespace {

constexpr char Magic[] = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
constexpr qsizetype MagicBytes = 8;

QByteArray magic()
{
    return QByteArray::fromRawData(Magic, MagicBytes);
}

} // namespace

bool voidSuperJournal(QByteArray &journal)
{
    if (!journal.endsWith(magic()))
        return false;
    std::fill(journal.end() - MagicBytes, journal.end(), '\0');
    return true;
}

Result<void> voidSuperJournalIn(const QString &path)
{
    QFile file(path);
    const auto failed = [&file, &path] {
        return fail(ErrorCode::Io, QStringLiteral("%1: %2").arg(path, file.errorString()));
    };
    if (!file.open(QIODevice::ReadWrite))
        return failed();
    if (file.size() < MagicBytes)
        return {};
    const qint64 end = file.size() - MagicBytes;
    if (!file.seek(end))
        return failed();
    if (file.read(MagicBytes) != magic())
        return {};
    if (!file.seek(end) || file.write(QByteArray(MagicBytes, '\0')) != MagicBytes || !file.flush())
        return failed();
    return {};
}

} // namespace greenroom
