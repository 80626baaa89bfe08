#include "Operation.h"

#include <QStringList>

namespace greenroom::crash {

KvEntries Operation::entries() const
{
    KvEntries entries;
    for (const QByteArray &key : keys) {
        const QByteArray word = QByteArray::number(number) + '/' + key + ' ';
        // Some values reach over pages of the database.
        const int times = number % 7 == 0 ? 600 : 1 + int(number % 5);
        entries.append({'\4' + key, word.repeated(times)});
    }
    return entries;
}

QByteArray Operation::toLine() const
{
    return QByteArray::number(number) + ' ' + QByteArray::number(actor) + ' ' +
           QByteArray::number(int(kind)) + ' ' + QByteArray::number(at) + ' ' + keys.join(',');
}

std::optional<Operation> Operation::fromLine(const QByteArray &line)
{
    const QList<QByteArray> parts = line.split(' ');
    if (parts.size() != 5)
        return std::nullopt;
    Operation operation;
    operation.number = parts[0].toULongLong();
    operation.actor = parts[1].toInt();
    operation.kind = Kind(parts[2].toInt());
    operation.at = parts[3].toULongLong();
    if (!parts[4].isEmpty())
        operation.keys = parts[4].split(',');
    return operation;
}

QStringList actorKey(int actor)
{
    return {QStringLiteral("crash"), QString::number(actor)};
}

} // namespace greenroom::crash
