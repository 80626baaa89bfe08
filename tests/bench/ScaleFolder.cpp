#include "ScaleFolder.h"

#include "ActorDatabase.h"
#include "ActorRecord.h"
#include "AlarmRecord.h"
#include "StorageLayout.h"

#include <QDir>
#include <QFile>

namespace greenroom::bench {

namespace {

constexpr quint64 Epoch = 1'750'000'000'000;

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

QByteArray userKey(int index)
{
    return QByteArray("\4item/") + QByteArray::number(index).rightJustified(7, '0');
}

void fill(const QString &path, int keys)
{
    const auto database = ActorDatabase::open(path, Durability::Process);
    if (!database)
        qFatal("%s", qPrintable(database.error().message));
    KvEntries batch{{QByteArray(1, '\1'), QByteArray("\4\0\0\1\1\xf7\0", 7)}};
    const auto flush = [&] {
        if (const auto put = (*database)->put(batch); !put)
            qFatal("%s", qPrintable(put.error().message));
        batch.clear();
    };
    for (int i = 0; i < keys; ++i) {
        batch.append({userKey(i), QByteArray("{\"k\":") + QByteArray::number(i) + '}'});
        if (batch.size() == 128)
            flush();
    }
    flush();
}

} // namespace

QString makeScaleFolder(const QString &folder, int actors, int keys)
{
    const StorageLayout layout(folder);
    for (const QString &part :
         {layout.stateFolder(), layout.alarmFolder(), layout.databaseFolder()})
        QDir().mkpath(part);
    const QString sample = folder + QStringLiteral("/sample.db");
    fill(sample, 3);

    QString first;
    for (int i = 0; i < actors; ++i) {
        ActorRecord record;
        record.name = QStringLiteral("type-%1").arg(i % 20);
        record.key = {QStringLiteral("tenant-%1").arg(i / 1000), QString::number(i)};
        const ActorId id = ActorId::of(record.name, record.key);
        record.actorId = id.text();
        record.createdAt = {Epoch + quint64(i) * 1000};
        record.startTs = record.createdAt;
        record.sleepTs = record.createdAt;
        write(layout.stateFile(id), *encodeActorRecord(record));
        if (i % 10 == 0) {
            write(layout.alarmFile(id),
                  *encodeAlarmRecord(
                      {AlarmRecord::CurrentVersion, id.text(), {2 * Epoch + quint64(i)}}));
        }
        if (i == 0) {
            first = id.text();
            fill(layout.databaseFile(id), keys);
        } else {
            QFile::copy(sample, layout.databaseFile(id));
        }
    }
    QFile::remove(sample);
    return first;
}

} // namespace greenroom::bench
