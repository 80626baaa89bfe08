#include "ActorSearch.h"
#include "EntryOutline.h"
#include "Fixture.h"
#include "FolderSnapshot.h"
#include "FolderSource.h"
#include "JsonCbor.h"
#include "StoredActor.h"

#include <QTest>

using namespace greenroom;

/// What a search understands and what it finds.
class ActorSearchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void termsAreUnderstood_data();
    void termsAreUnderstood();
    void nonsenseIsRefusedWithItsTerm_data();
    void nonsenseIsRefusedWithItsTerm();
    void aPlaceInAStateIsFound_data();
    void aPlaceInAStateIsFound();
    void actorsAreFound_data();
    void actorsAreFound();
    void aSearchEndsWhenItIsTold();
    void aSearchLeavesNoTrace();
};

void ActorSearchTest::termsAreUnderstood_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("understood");
    const auto row = [](const char *text, const char *understood) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(understood);
    };
    row("chat", "word chat");
    row("  chat   room ", "word chat|word room");
    row("\"two words\"", "word two words");
    row("name:chat key:room/1 id:6b4e", "name chat|key room/1|id 6b4e");
    row("name:\"two words\"", "name two words");
    row("status:Sleeping", "status sleeping");
    row("kv:user/", "kv text 757365722f");
    row("kv:0x0401", "kv whole 0401");
    row("state.count", "state count");
    row("state.count=5", "state count =5");
    row("state.items[3].name~x y", "state items,3,name ~x|word y");
    row("state[\"odd name\"]!=a", "state odd name !=a");
    row("state.*.a<5", "state *,a <5");
    row("state.**.a>5", "state **,a >5");
    row("", "");
}

void ActorSearchTest::termsAreUnderstood()
{
    QFETCH(QString, text);
    QFETCH(QString, understood);
    const Result<SearchQuery> query = SearchQuery::parse(text);
    QVERIFY2(query, query ? "" : qPrintable(query.error().message));
    QStringList terms;
    const auto add = [&terms](const char *kind, const QStringList &words) {
        for (const QString &word : words)
            terms << QLatin1String(kind) + u' ' + word;
    };
    add("name", query->names);
    add("key", query->keys);
    add("id", query->ids);
    add("status", query->statuses);
    for (const SearchQuery::KeyTerm &key : query->kvKeys) {
        terms << (key.where == SearchQuery::KeyTerm::Text ? QStringLiteral("kv text ")
                                                          : QStringLiteral("kv whole ")) +
                     QString::fromLatin1(key.bytes.toHex());
    }
    const char *const signs[] = {"", " =", " !=", " ~", " <", " >"};
    for (const ValueTerm &term : query->state) {
        terms << QStringLiteral("state ") + term.path.join(u',') +
                     QLatin1String(signs[int(term.compare)]) + term.value;
    }
    add("word", query->words);
    QCOMPARE(terms.join(u'|'), understood);
}

void ActorSearchTest::nonsenseIsRefusedWithItsTerm_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *text, const char *said) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(said);
    };
    row("status:awake", "a status is one of");
    row("alarm:soon", "alarm: takes");
    row("alarm:<never", "alarm:<never");
    row("kv:0xzz", "hexadecimal");
    row("kv:", "a part of a key");
    row("state.", "a name is expected");
    row("state[", "is expected");
    row("state[\"a]", "is expected");
    row("\"open", "not closed");
}

void ActorSearchTest::nonsenseIsRefusedWithItsTerm()
{
    QFETCH(QString, text);
    QFETCH(QString, said);
    const Result<SearchQuery> query = SearchQuery::parse(text);
    QVERIFY(!query);
    QCOMPARE(codeName(query.error().code), QStringLiteral("bad-search"));
    QVERIFY2(query.error().message.contains(said), qPrintable(query.error().message));
}

void ActorSearchTest::aPlaceInAStateIsFound_data()
{
    QTest::addColumn<QString>("term");
    QTest::addColumn<bool>("isFound");
    const auto row = [](const char *term, bool isFound) {
        QTest::newRow(term) << QString::fromUtf8(term) << isFound;
    };
    row(".count", true);
    row(".count=5", true);
    row(".count=6", false);
    row(".count!=6", true);
    row(".count<6", true);
    row(".count>6", false);
    row(".none", false);
    row(".none!=6", false);
    row(".name=Ann", true);
    row(".name=ann", false);
    row(".name~ANN", true);
    row(".list[1]=2", true);
    row(".list[*]=2", true);
    row(".list.1=2", true);
    row(".list[*]=9", false);
    row(".**.deep=true", true);
    row(".*.deep=true", false);
    row(".big=9007199254740993", true);
    row(".big>9007199254740992", true);
    row(".when=1700000000000", true);
    row(".when=2023-11-14T22:13:20.000Z", true);
    row(".when>2023-01-01T00:00:00Z", true);
    row(".map.k=1", true);
    row("[\"odd name\"]=1", true);
    row(".undef=undefined", true);
    row(".bytes=00ff", true);
    row(".list=2", false);
}

void ActorSearchTest::aPlaceInAStateIsFound()
{
    QFETCH(QString, term);
    QFETCH(bool, isFound);
    const Result<QByteArray> cbor = cborOfJson(
        QStringLiteral(R"({"count":5,"name":"Ann","list":[1,2,{"x":{"deep":true}}],)"
                       R"("big":{"$bigint":"9007199254740993"},"when":{"$date":1700000000000},)"
                       R"("map":{"$map":[["k",1]]},"odd name":1,"undef":{"$undefined":true},)"
                       R"("bytes":{"$bytes":"00ff"}})"));
    QVERIFY(cbor);
    const Outline outline =
        outlineOfEntry(QByteArray("\x01", 1),
                       *encodePersistedActor({.hasInitialized = true, .state = *cbor}))
            .outline;
    const Result<ValueTerm> parsed = ValueTerm::parse(term);
    QVERIFY2(parsed, parsed ? "" : qPrintable(parsed.error().message));
    const NodeId state = outline.find(Outline::Root, "state");
    QCOMPARE(findValue(outline, state, *parsed) != NoNode, isFound);
}

void ActorSearchTest::actorsAreFound_data()
{
    QTest::addColumn<QString>("terms");
    QTest::addColumn<QStringList>("found");
    QTest::newRow("all") << QString() << QStringList{QStringLiteral("a"), QStringLiteral("b")};
    QTest::newRow("by name") << QStringLiteral("name:A") << QStringList{QStringLiteral("a")};
    QTest::newRow("by key") << QStringLiteral("key:ROOM") << QStringList{QStringLiteral("b")};
    QTest::newRow("by a word of the key")
        << QStringLiteral("b/room") << QStringList{QStringLiteral("b")};
    QTest::newRow("by an alarm") << QStringLiteral("alarm:overdue")
                                 << QStringList{QStringLiteral("b")};
    QTest::newRow("without an alarm")
        << QStringLiteral("alarm:none") << QStringList{QStringLiteral("a")};
    QTest::newRow("by a key's text")
        << QStringLiteral("kv:user/") << QStringList{QStringLiteral("a")};
    QTest::newRow("by a key's bytes")
        << QStringLiteral("kv:0x04ff00") << QStringList{QStringLiteral("b")};
    QTest::newRow("by the state") << QStringLiteral("state.n>1")
                                  << QStringList{QStringLiteral("b")};
    QTest::newRow("by all at once")
        << QStringLiteral("b kv:0xff state.n=2") << QStringList{QStringLiteral("b")};
    QTest::newRow("by none") << QStringLiteral("name:a state.n=2") << QStringList();
}

void ActorSearchTest::actorsAreFound()
{
    QFETCH(QString, terms);
    QFETCH(QStringList, found);
    StorageFolder folder;
    const auto add = [&folder](const char *name, const QStringList &key, const QString &state,
                               const QByteArray &kvKey) {
        return storeActor(folder, QString::fromLatin1(name), key,
                          {.hasInitialized = true, .state = *cborOfJson(state)}, {{kvKey, "v"}});
    };
    add("a", {}, QStringLiteral("{\"n\":1}"), QByteArray("\x04") + "user/7");
    const ActorId b = add("b", {QStringLiteral("room")}, QStringLiteral("{\"n\":2}"),
                          QByteArray::fromHex("04ff00"));
    storeAlarm(folder, b, 1000);
    const auto source = FolderSource::open(folder.path());
    QVERIFY(source);
    QStringList names;
    SearchSink sink;
    sink.hit = [&names](const SearchHit &hit) {
        names << hit.actor.record->name;
        if (!hit.path.isEmpty())
            QCOMPARE(hit.path, QStringLiteral("state.n"));
    };
    const auto end = searchActors(**source, *SearchQuery::parse(terms), sink);
    QVERIFY(end);
    names.sort();
    QCOMPARE(names, found);
    QCOMPARE(end->hits, found.size());
    QCOMPARE(end->actors, 2);
    QCOMPARE(end->unreadable, 0);
}

void ActorSearchTest::aSearchEndsWhenItIsTold()
{
    const auto source =
        std::move(*FolderSource::open(Fixture(QStringLiteral("v2.2.1-rich")).path()));
    std::stop_source stop;
    int hits = 0;
    SearchSink sink;
    sink.hit = [&](const SearchHit &) {
        ++hits;
        stop.request_stop();
    };
    const auto end = searchActors(*source, {}, sink, stop.get_token());
    QVERIFY(!end);
    QCOMPARE(codeName(end.error().code), QStringLiteral("cancelled"));
    QCOMPARE(hits, 1);
}

void ActorSearchTest::aSearchLeavesNoTrace()
{
    for (const QString &name : Fixture::names()) {
        const StorageFolder folder(Fixture(name).path());
        const FolderSnapshot before = FolderSnapshot::of(folder.path());
        const auto source = FolderSource::open(folder.path());
        if (!source)
            continue;
        SearchSink sink;
        sink.hit = [](const SearchHit &) {};
        QVERIFY(
            searchActors(**source, *SearchQuery::parse(QStringLiteral("kv:zz state.**=zz")), sink));
        QCOMPARE(before.changesIn(FolderSnapshot::of(folder.path())), QString());
    }
}

QTEST_GUILESS_MAIN(ActorSearchTest)
#include "ActorSearchTest.moc"
