#include "BareStorage.h"
#include "BenchTable.h"
#include "EngineBench.h"

#include <QRandomGenerator>
#include <QTemporaryDir>

namespace greenroom::bench {

namespace {

QByteArray keyOf(const char *prefix, int number)
{
    return prefix + QByteArray::number(number).rightJustified(9, '0');
}

QByteArray stored(const QByteArray &key)
{
    return '\4' + key;
}

const QByteArray Value(64, 'x');

void fill(KeyValues &kv, BareSqlite &bare, const char *prefix, int count)
{
    constexpr int AtOnce = 128;
    for (int from = 0; from < count; from += AtOnce) {
        KvEntries entries;
        for (int i = from; i < std::min(from + AtOnce, count); ++i)
            entries.append({keyOf(prefix, i), Value});
        need(kv.put(entries));
        bare.begin();
        for (const KvEntry &entry : entries)
            bare.put(stored(entry.key), entry.value);
        bare.commit();
    }
}

void measure(ActorContext &context, BareSqlite &bare, int keys)
{
    KeyValues &kv = context.kv();
    const QByteArray at = ", " + QByteArray::number(keys) + " keys";
    fill(kv, bare, "pre:", keys);

    constexpr int Puts = 200;
    printRow("put of 64 bytes" + at,
             compare(
                 41, Puts,
                 [&](int round) {
                     for (int i = 0; i < Puts; ++i)
                         need(kv.put(keyOf("s:", round * Puts + i), Value));
                 },
                 [&](int round) {
                     for (int i = 0; i < Puts; ++i)
                         bare.put(stored(keyOf("s:", round * Puts + i)), Value);
                 }),
             1.5);

    constexpr int Batch = 100;
    printRow("put of 100 entries" + at,
             compare(
                 100, 1,
                 [&](int round) {
                     KvEntries entries;
                     for (int i = 0; i < Batch; ++i)
                         entries.append({keyOf("b:", round * Batch + i), Value});
                     need(kv.put(entries));
                 },
                 [&](int round) {
                     bare.begin();
                     for (int i = 0; i < Batch; ++i)
                         bare.put(stored(keyOf("b:", round * Batch + i)), Value);
                     bare.commit();
                 }),
             1.5);

    constexpr int Gets = 500;
    QList<QByteArray> wanted;
    QRandomGenerator random(1);
    for (int i = 0; i < Gets; ++i) {
        wanted.append(keys > 0 ? keyOf("pre:", random.bounded(keys))
                               : keyOf("s:", random.bounded(Puts)));
    }
    qsizetype bytes = 0;
    printRow("get" + at,
             compare(
                 41, Gets,
                 [&](int) {
                     for (const QByteArray &key : std::as_const(wanted))
                         bytes += need(kv.get({key})).first().value().size();
                 },
                 [&](int) {
                     for (const QByteArray &key : std::as_const(wanted))
                         bytes += qsizetype(bare.get(stored(key)));
                 }),
             1.5);

    qsizetype rows = 0;
    printRow("list of 10,000" + at,
             compare(
                 25, 1,
                 [&](int) {
                     rows +=
                         need(kv.list(KvRange::ofPrefix("b:"), KvOrder::Ascending, 10'000)).size();
                 },
                 [&](int) { rows += qsizetype(bare.list("\4b:", "\4b;", 10'000).size()); }),
             1.5);
    if (rows != 50 * 10'000)
        qFatal("a list is incomplete: %lld", qint64(rows));

    constexpr int Lists = 200;
    printRow("list of 10" + at,
             compare(
                 25, Lists,
                 [&](int) {
                     for (int i = 0; i < Lists; ++i)
                         (void)need(kv.list(KvRange::ofPrefix("b:"), KvOrder::Ascending, 10));
                 },
                 [&](int) {
                     for (int i = 0; i < Lists; ++i)
                         (void)bare.list("\4b:", "\4b;", 10);
                 }));
}

} // namespace

void benchKv(const BenchSettings &settings, const QList<int> &keyCounts)
{
    printHeading("Key-values from inside an actor", "bare SQLite");
    for (const int keys : keyCounts) {
        const QTemporaryDir folder(settings.place + QStringLiteral("/kv-XXXXXX"));
        EngineSettings engineSettings;
        engineSettings.durability = settings.durability;
        engineSettings.blockedLimit = {}; // the whole measurement is one task of the actor's
        const auto engine = openEngine(folder.path(), engineSettings);
        const QString key = QStringLiteral("kv");
        need(engine->getOrCreate(creationFor(QStringLiteral("guest"), key)).result());
        BareSqlite bare(folder.filePath(QStringLiteral("bare.db")), settings.durability);
        runInGuest(key, [&](ActorContext &context) { measure(context, bare, keys); });
    }
}

} // namespace greenroom::bench
