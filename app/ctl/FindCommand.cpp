#include "ActorPath.h"
#include "ActorSearch.h"
#include "Command.h"
#include "JsonText.h"
#include "Output.h"
#include "Printable.h"

namespace greenroom::ctl {

namespace {

QByteArray jsonOf(const SearchHit &hit)
{
    QJsonObject object = toJson(hit.actor);
    object[QLatin1String("kvKeyHex")] =
        hit.kvKey ? QJsonValue(QString::fromLatin1(hit.kvKey->toHex())) : QJsonValue();
    object[QLatin1String("path")] = hit.path.isEmpty() ? QJsonValue() : QJsonValue(hit.path);
    return compact(object);
}

/// One line, printed at once: a search may be long.
QString lineOf(const SearchHit &hit)
{
    const std::optional<ActorRecord> &record = hit.actor.record;
    QStringList cells{printable(hit.actor.fileName),
                      statusWord(statusOf(hit.actor)).leftJustified(12),
                      record ? actorPath(record->name, record->key) : QStringLiteral("?")};
    if (!hit.path.isEmpty())
        cells << hit.path + QStringLiteral(" = ") + hit.value;
    else if (hit.kvKey)
        cells << QStringLiteral("key ") + QString::fromLatin1(hit.kvKey->toHex());
    return cells.join(QStringLiteral("  "));
}

int run(const ActorSource &source, const QCommandLineParser &arguments)
{
    const Result<SearchQuery> query = SearchQuery::parse(arguments.positionalArguments().mid(1));
    if (!query)
        return misuse(query.error().message);
    const bool json = arguments.isSet(QStringLiteral("json"));
    std::optional<JsonList> list;
    SearchSink sink;
    sink.hit = [&](const SearchHit &hit) {
        if (!json) {
            print(lineOf(hit) + u'\n');
            return;
        }
        if (!list)
            list.emplace("actors");
        list->add(jsonOf(hit));
    };
    const Result<SearchProgress> end = searchActors(source, *query, sink);
    if (!end)
        return failWith(end.error());
    if (json) {
        if (!list)
            list.emplace("actors");
        list->end({{QStringLiteral("looked"), end->actors},
                   {QStringLiteral("unreadable"), end->unreadable}});
    } else if (end->unreadable > 0) {
        complain(QStringLiteral("%1 actors could not be read to the end and may fit all the same")
                     .arg(end->unreadable));
    }
    return finishOutput();
}

} // namespace

Command findCommand()
{
    return {{QStringLiteral("find")},
            QStringLiteral("Actors that fit, by name, key, id, status, alarm, keys or state."),
            {QStringLiteral("DIR"), QStringLiteral("TERM…")},
            {jsonOption()},
            run,
            SearchQuery::grammar()};
}

} // namespace greenroom::ctl
