#include "RunLog.h"

#include "ActorPath.h"
#include "Clock.h"
#include "EventLine.h"
#include "JsonText.h"
#include "Output.h"
#include "Printable.h"

#include <QCoreApplication>
#include <QJsonArray>

namespace greenroom::ctl {

namespace {

constexpr qsizetype MostUnwritten = 64 * 1024;

QString counted(qsizetype count, const char *one, const char *many)
{
    return QStringLiteral("%1 %2").arg(count).arg(QLatin1String(count == 1 ? one : many));
}

} // namespace

void RunLog::begin(const QStringList &notices)
{
    const QStringList definitions = m_source.definitions();
    if (m_form == Form::Json) {
        print("run-started",
              {{QStringLiteral("folder"), m_source.location()},
               {QStringLiteral("pid"), QCoreApplication::applicationPid()},
               {QStringLiteral("definitions"), QJsonArray::fromStringList(definitions)}});
    } else {
        print(QStringLiteral("Running %1. Ctrl+C puts its actors to sleep and ends.")
                  .arg(printable(m_source.location())));
        if (!definitions.isEmpty()) {
            print(QStringLiteral("Defined: %1.")
                      .arg(printable(definitions.join(QStringLiteral(", ")))));
        }
    }
    for (const QString &text : notices)
        notice(text);
    if (definitions.isEmpty()) {
        notice(QStringLiteral("no plugin is loaded, so no actor can start and alarms stay pending; "
                              "give --plugin"));
    }
    flush();
}

void RunLog::notice(const QString &text)
{
    if (m_form == Form::Json)
        print("notice", {{QStringLiteral("detail"), text}});
    else
        print(QStringLiteral("Note: ") + printable(text));
    flush();
}

void RunLog::printNews()
{
    const EventLog::Reading reading = m_source.events()->after(m_last);
    m_last = reading.last;
    if (reading.lost > 0) {
        m_hasLost = true;
        if (m_form == Form::Json) {
            print("lost", {{QStringLiteral("count"), qint64(reading.lost)}});
        } else {
            print(QStringLiteral("Note: %1 came faster than they could be written, and are not "
                                 "shown")
                      .arg(counted(qsizetype(reading.lost), "event", "events")));
        }
    }
    for (const ActorEvent &event : reading.events) {
        follow(event);
        print(event);
        if (event.kind == ActorEvent::Kind::Destroyed)
            m_known.remove(event.actor);
        if (m_unwritten.size() > MostUnwritten)
            flush();
    }
    flush();
}

void RunLog::follow(const ActorEvent &event)
{
    switch (event.kind) {
    case ActorEvent::Kind::Started:
        m_awake.insert(event.actor);
        break;
    case ActorEvent::Kind::Slept:
        m_stopped += m_isStopping ? 1 : 0;
        m_awake.remove(event.actor);
        break;
    case ActorEvent::Kind::Destroyed:
        m_awake.remove(event.actor);
        break;
    case ActorEvent::Kind::Failed:
        if (event.error && event.error->code == ErrorCode::ThreadBlocked)
            m_awake.remove(event.actor); // it was left behind
        break;
    default:
        break;
    }
}

void RunLog::stopping()
{
    printNews();
    m_isStopping = true;
    if (m_form == Form::Json)
        print("run-stopping", {});
    else
        print(QStringLiteral("Stopping …"));
    flush();
}

bool RunLog::end()
{
    printNews();
    const qsizetype left = m_hasLost ? 0 : m_awake.size();
    if (m_form == Form::Json) {
        print("run-stopped",
              {{QStringLiteral("stopped"), m_stopped}, {QStringLiteral("notStopped"), left}});
    } else {
        print(counted(m_stopped, "actor", "actors") + QStringLiteral(" stopped."));
    }
    flush();
    if (left > 0) {
        complain(QStringLiteral("%1 did not stop in time and were left as a crash would leave them")
                     .arg(counted(left, "actor", "actors")));
    }
    return left == 0;
}

const RunLog::Who *RunLog::who(const ActorId &id)
{
    const auto known = m_known.constFind(id);
    if (known != m_known.constEnd())
        return &*known;
    const Result<ActorDetails> details = m_source.actor(id);
    if (!details || !details->entry.record)
        return nullptr;
    const ActorRecord &record = *details->entry.record;
    return &*m_known.insert(id, {actorPath(record.name, record.key), record.name, record.key});
}

void RunLog::print(const ActorEvent &event)
{
    const Who *actor = who(event.actor);
    if (m_form == Form::Text) {
        print(eventLine(event, actor ? actor->path : event.actor.text()));
        return;
    }
    QJsonObject object = toJson(event);
    object[QLatin1String("name")] = actor ? QJsonValue(actor->name) : QJsonValue();
    object[QLatin1String("key")] =
        actor ? QJsonValue(QJsonArray::fromStringList(actor->key)) : QJsonValue();
    print(object);
}

void RunLog::print(const QString &line)
{
    m_unwritten += line.toUtf8() + '\n';
}

/// An object about the run itself, not about an actor.
void RunLog::print(const char *event, QJsonObject object)
{
    object[QLatin1String("event")] = QLatin1String(event);
    object[QLatin1String("at")] = toJson(SystemClock().now());
    print(object);
}

void RunLog::print(const QJsonObject &object)
{
    m_unwritten += compact(object) + '\n';
}

void RunLog::flush()
{
    m_output.write(m_unwritten);
    m_unwritten.clear();
}

} // namespace greenroom::ctl
