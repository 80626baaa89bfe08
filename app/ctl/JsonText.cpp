#include "JsonText.h"

#include "ActorStatus.h"
#include "DecodedJson.h"
#include "KeyText.h"
#include "Output.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace greenroom::ctl {

namespace {

constexpr quint64 LargestNumber = quint64(1) << 53;

QJsonValue toJson(const std::optional<Timestamp> &time)
{
    return time ? ctl::toJson(*time) : QJsonValue();
}

/// The status as the record has it, whoever may run the actor.
QString statusName(const ActorEntry &actor)
{
    if (!actor.record)
        return QStringLiteral("damaged");
    switch (statusOf(*actor.record)) {
    case RecordStatus::Running:
        return QStringLiteral("running");
    case RecordStatus::Sleeping:
        return QStringLiteral("sleeping");
    case RecordStatus::Created:
        return QStringLiteral("created");
    case RecordStatus::Destroyed:
        return QStringLiteral("destroyed");
    }
    Q_UNREACHABLE();
}

QJsonValue presenceName(Presence presence)
{
    switch (presence) {
    case Presence::Held:
        return QStringLiteral("held");
    case Presence::Free:
        return QStringLiteral("free");
    case Presence::Unknown:
        break;
    }
    return {};
}

QJsonValue toJson(const std::optional<Holder> &holder)
{
    if (!holder)
        return {};
    return QJsonObject{{QStringLiteral("pid"), holder->pid},
                       {QStringLiteral("program"), holder->program}};
}

QString className(StorageClass storageClass)
{
    switch (storageClass) {
    case StorageClass::Integer:
        return QStringLiteral("integer");
    case StorageClass::Real:
        return QStringLiteral("real");
    case StorageClass::Text:
        return QStringLiteral("text");
    case StorageClass::Blob:
        return QStringLiteral("blob");
    case StorageClass::Null:
        return QStringLiteral("null");
    }
    Q_UNREACHABLE();
}

QString hex(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toHex());
}

} // namespace

void addError(QJsonObject &object, const std::optional<Error> &error)
{
    object[QLatin1String("error")] = error ? QJsonValue(codeName(error->code)) : QJsonValue();
    if (error)
        object[QLatin1String("errorText")] = error->message;
}

QJsonValue toJson(Timestamp time)
{
    return time.ms <= LargestNumber ? QJsonValue(qint64(time.ms))
                                    : QJsonValue(QString::number(time.ms));
}

QJsonObject toJson(const ActorEntry &actor)
{
    QJsonObject object{{QStringLiteral("actorId"), actor.fileName},
                       {QStringLiteral("status"), statusName(actor)},
                       {QStringLiteral("alarmAt"), toJson(actor.alarmAt)}};
    const std::optional<ActorRecord> &record = actor.record;
    const auto add = [&](const char *name, const QJsonValue &value) {
        object[QLatin1String(name)] = record ? value : QJsonValue();
    };
    const ActorRecord fields = record.value_or(ActorRecord());
    add("name", fields.name);
    add("key", QJsonArray::fromStringList(fields.key));
    add("createdAt", toJson(fields.createdAt));
    add("startTs", toJson(fields.startTs));
    add("connectableTs", toJson(fields.connectableTs));
    add("sleepTs", toJson(fields.sleepTs));
    add("destroyTs", toJson(fields.destroyTs));
    object[QLatin1String("presence")] = presenceName(actor.presence);
    object[QLatin1String("holder")] = toJson(actor.holder);
    addError(object, actor.error);
    if (!actor.warnings.isEmpty())
        object[QLatin1String("warnings")] = QJsonArray::fromStringList(actor.warnings);
    return object;
}

QJsonObject toJson(const ActorDetails &details)
{
    QJsonObject object = toJson(details.entry);
    if (details.entry.record) {
        object[QLatin1String("recordVersion")] = details.entry.record->version;
        object[QLatin1String("recordActorId")] = details.entry.record->actorId;
    }
    object[QLatin1String("stateHex")] = hex(details.stateBytes);
    object[QLatin1String("alarmHex")] =
        details.alarmBytes ? QJsonValue(hex(*details.alarmBytes)) : QJsonValue();
    QJsonArray files;
    for (const ActorFile &file : details.files) {
        files.append(QJsonObject{{QStringLiteral("path"), file.path},
                                 {QStringLiteral("bytes"), file.bytes},
                                 {QStringLiteral("modifiedAt"), file.modifiedMs}});
    }
    object[QLatin1String("files")] = files;
    return object;
}

QJsonObject toJson(const AlarmEntry &alarm)
{
    QJsonObject object{{QStringLiteral("actorId"), alarm.fileName},
                       {QStringLiteral("timestamp"), toJson(alarm.timestamp)},
                       {QStringLiteral("orphan"), alarm.orphan}};
    addError(object, alarm.error);
    return object;
}

QJsonObject toJson(const ActorEvent &event)
{
    const bool isCounted =
        event.kind == ActorEvent::Kind::KvWritten || event.kind == ActorEvent::Kind::StateWritten;
    QJsonObject object{
        {QStringLiteral("event"), kindName(event.kind)},
        {QStringLiteral("sequence"), qint64(event.sequence)},
        {QStringLiteral("at"), toJson(event.at)},
        {QStringLiteral("actorId"), event.actor.text()},
        {QStringLiteral("detail"),
         event.detail.isEmpty() ? QJsonValue() : QJsonValue(event.detail)},
        {QStringLiteral("tookUs"),
         event.took ? QJsonValue(qint64(event.took->count())) : QJsonValue()},
        {QStringLiteral("alarmAt"), toJson(event.alarmAt)},
        {QStringLiteral("count"), isCounted ? QJsonValue(event.count) : QJsonValue()},
        {QStringLiteral("bytes"), isCounted ? QJsonValue(event.bytes) : QJsonValue()}};
    addError(object, event.error);
    return object;
}

QJsonObject toJson(const KvRow &row)
{
    QJsonObject object{{QStringLiteral("keyHex"), hex(row.key)},
                       {QStringLiteral("valueHex"), hex(row.value)},
                       {QStringLiteral("kind"), kindName(kindOf(row))}};
    if (row.keyClass != StorageClass::Blob)
        object[QLatin1String("keyType")] = className(row.keyClass);
    if (row.valueClass != StorageClass::Blob)
        object[QLatin1String("valueType")] = className(row.valueClass);
    return object;
}

QByteArray toJson(const KvRow &row, const WorkflowNames &names, Secrets secrets)
{
    QJsonObject object = toJson(row);
    if (secrets == Secrets::Masked && isSecret(row)) {
        object[QLatin1String("valueHex")] = QJsonValue();
        object[QLatin1String("masked")] = true;
        return withMember(compact(object), "decoded", "null");
    }
    if (kindOf(row) == KeyKind::Other)
        return withMember(compact(object), "decoded", "null");
    const EntryOutline entry = outlineOfEntry(row.key, row.value);
    if (entry.error)
        addError(object, entry.error);
    return withMember(compact(object), "decoded", decodedJson(row.key, entry, names));
}

QByteArray withMember(QByteArray object, const char *name, const QByteArray &json)
{
    object.chop(1);
    return object + ",\"" + name + "\":" + json + '}';
}

QByteArray compact(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

JsonList::JsonList(const char *name)
{
    print(QStringLiteral("{\"%1\":[").arg(QLatin1String(name)));
}

void JsonList::add(const QByteArray &item)
{
    print(QStringLiteral("%1\n").arg(m_first ? QString() : QStringLiteral(",")));
    printBytes(item);
    m_first = false;
}

void JsonList::end(const QJsonObject &tail)
{
    const QByteArray fields = compact(tail);
    printBytes(tail.isEmpty() ? QByteArrayLiteral("]}\n") : "]," + fields.sliced(1) + '\n');
}

} // namespace greenroom::ctl
