#include "SearchQuery.h"

#include "Clock.h"
#include "HexText.h"
#include "Moment.h"

namespace greenroom {

namespace {

const ActorStatus Statuses[] = {
    ActorStatus::Running,    ActorStatus::Starting, ActorStatus::GoingToSleep,
    ActorStatus::Destroying, ActorStatus::Crashed,  ActorStatus::UncleanStop,
    ActorStatus::Sleeping,   ActorStatus::Created,  ActorStatus::Destroyed,
    ActorStatus::Damaged,
};

tl::unexpected<Error> bad(const QString &term, const QString &reason)
{
    return fail(ErrorCode::BadSearch, QStringLiteral("\"%1\": %2").arg(term, reason));
}

QStringList statusWords()
{
    QStringList words;
    for (const ActorStatus status : Statuses)
        words << statusWord(status).toLower();
    return words;
}

/// The terms of a line: blanks part them, but for those in quotes or brackets.
Result<QStringList> termsOf(const QString &line)
{
    QStringList terms;
    QString term;
    bool isQuoted = false;
    bool isBegun = false;
    int brackets = 0;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        if (brackets == 0 && c == u'"') {
            isQuoted = !isQuoted;
            isBegun = true;
            continue;
        }
        if (!isQuoted && c == u'[')
            ++brackets;
        if (!isQuoted && c == u']' && brackets > 0)
            --brackets;
        if (!isQuoted && brackets == 0 && c.isSpace()) {
            if (isBegun)
                terms << term;
            term.clear();
            isBegun = false;
            continue;
        }
        term += c;
        isBegun = true;
    }
    if (isQuoted)
        return bad(line, QStringLiteral("a quote is not closed"));
    if (isBegun)
        terms << term;
    return terms;
}

Result<void> addAlarm(SearchQuery &query, const QString &term, const QString &value)
{
    using Alarm = SearchQuery::AlarmTerm;
    if (value == QLatin1String("any"))
        query.alarms.append(Alarm{Alarm::Any, {}});
    else if (value == QLatin1String("none"))
        query.alarms.append(Alarm{Alarm::None, {}});
    else if (value == QLatin1String("overdue"))
        query.alarms.append(Alarm{Alarm::Overdue, {}});
    else if (value.startsWith(u'<') || value.startsWith(u'>')) {
        const Result<Timestamp> moment = momentOf(value.sliced(1), SystemClock().now());
        if (!moment)
            return bad(term, moment.error().message);
        query.alarms.append(Alarm{value.startsWith(u'<') ? Alarm::Before : Alarm::After, *moment});
    } else {
        return bad(term, QStringLiteral("alarm: takes any, none, overdue, or < or > and a moment, "
                                        "such as alarm:<+10min"));
    }
    return {};
}

Result<void> addTerm(SearchQuery &query, const QString &term)
{
    const auto after = [&term](const char *prefix) -> std::optional<QString> {
        const QLatin1String word(prefix);
        if (!term.startsWith(word))
            return std::nullopt;
        return term.sliced(word.size());
    };
    if (const auto name = after("name:")) {
        query.names << *name;
    } else if (const auto key = after("key:")) {
        query.keys << *key;
    } else if (const auto id = after("id:")) {
        query.ids << *id;
    } else if (const auto status = after("status:")) {
        const QString word = status->toLower();
        const QStringList known = statusWords();
        if (!known.contains(word)) {
            return bad(term,
                       QStringLiteral("a status is one of ") + known.join(QStringLiteral(", ")));
        }
        query.statuses << word;
    } else if (const auto alarm = after("alarm:")) {
        return addAlarm(query, term, *alarm);
    } else if (const auto hex = after("kv:0x")) {
        const std::optional<QByteArray> bytes = bytesFromHex(*hex);
        if (!bytes || bytes->isEmpty())
            return bad(term, QStringLiteral("hexadecimal digits are expected behind 0x"));
        query.kvKeys.append({*bytes, SearchQuery::KeyTerm::Whole});
    } else if (const auto text = after("kv:")) {
        if (text->isEmpty())
            return bad(term, QStringLiteral("a part of a key is expected, as text or 0xHEX"));
        query.kvKeys.append({text->toUtf8(), SearchQuery::KeyTerm::Text});
    } else if (term == QLatin1String("state") || term.startsWith(QLatin1String("state.")) ||
               term.startsWith(QLatin1String("state["))) {
        const Result<ValueTerm> value = ValueTerm::parse(term.sliced(5));
        if (!value)
            return fail(value.error());
        query.state << *value;
    } else if (!term.isEmpty()) {
        query.words << term;
    }
    return {};
}

} // namespace

Result<SearchQuery> SearchQuery::parse(const QString &text)
{
    const Result<QStringList> terms = termsOf(text);
    return terms ? parse(*terms) : fail(terms.error());
}

Result<SearchQuery> SearchQuery::parse(const QStringList &terms)
{
    SearchQuery query;
    for (const QString &term : terms) {
        if (const Result<void> added = addTerm(query, term); !added)
            return fail(added.error());
    }
    return query;
}

QString SearchQuery::grammar()
{
    return QStringLiteral(
        "A term is one of these; an actor is found where all of them fit:\n"
        "  WORD              in its name, key or id, whatever the case\n"
        "  name:TEXT  key:TEXT  id:TEXT\n"
        "  status:WORD       running, sleeping, not started, stopped uncleanly, destroyed, "
        "damaged\n"
        "  alarm:any  alarm:none  alarm:overdue  alarm:<MOMENT  alarm:>MOMENT\n"
        "                    a moment is 2026-12-01T08:00, milliseconds since 1970, or +10min\n"
        "  kv:TEXT           in a user's key or a connection's id\n"
        "  kv:0xHEX          these bytes in any stored key\n"
        "  state.PATH        there is such a place in the decoded state, as state.items[3].name;\n"
        "                    * is any one step, ** any number of them, [\"odd name\"] any name\n"
        "  state.PATH=VALUE  and this value; also != ~ (contains) < >\n");
}

} // namespace greenroom
