#include "TotalsCounter.h"

#include <QSet>

#include <algorithm>

namespace greenroom {

namespace {

// Few enough that what comes on the screen is soon its turn.
constexpr qsizetype ActorsPerQuestion = 32;

/// A failure that may be over at the next look, though no file has changed.
bool isPassing(const Result<KvTotals> &totals)
{
    return !totals &&
           (totals.error().code == ErrorCode::DatabaseBusy ||
            totals.error().code == ErrorCode::Io || totals.error().code == ErrorCode::Cancelled);
}

struct Count
{
    QString fileName;
    QByteArray stamp;
    Result<KvTotals> totals;
};

} // namespace

TotalsCounter::TotalsCounter(SourceReader &reader, QObject *parent)
    : QObject(parent), m_reader(reader)
{}

void TotalsCounter::look(const QStringList &fileNames)
{
    const QSet<QString> present(fileNames.begin(), fileNames.end());
    m_stamps.removeIf([&](const auto &stamp) { return !present.contains(stamp.key()); });
    m_pending = fileNames;
    std::reverse(m_pending.begin(), m_pending.end());
    if (!m_asking)
        lookAtNext();
}

void TotalsCounter::prefer(const QStringList &fileNames)
{
    m_preferred = fileNames;
}

QStringList TotalsCounter::takeNext()
{
    const QSet<QString> preferred(m_preferred.begin(), m_preferred.end());
    m_preferred.clear();
    if (!preferred.isEmpty()) {
        std::stable_partition(m_pending.begin(), m_pending.end(),
                              [&](const QString &name) { return !preferred.contains(name); });
    }
    const qsizetype count = std::min(ActorsPerQuestion, m_pending.size());
    QStringList next = m_pending.last(count);
    m_pending.resize(m_pending.size() - count);
    std::reverse(next.begin(), next.end());
    return next;
}

void TotalsCounter::lookAtNext()
{
    m_asking = !m_pending.isEmpty();
    if (!m_asking)
        return;
    const QStringList names = takeNext();
    QHash<QString, QByteArray> known;
    for (const QString &name : names)
        known.insert(name, m_stamps.value(name));

    m_question = m_reader.ask(
        SourceReader::Lane::Totals, this,
        [this, names, known](ActorSource &source, const Reply &reply) {
            QList<Count> counts;
            for (const QString &name : names) {
                const Result<ActorId> id = ActorId::fromText(name);
                if (!id)
                    continue;
                const QByteArray stamp = source.kvStamp(*id);
                if (stamp != known.value(name))
                    counts.append({name, stamp, source.kvTotals(*id, reply.stopToken())});
            }
            reply.tell([this, counts] {
                for (const Count &count : counts) {
                    if (!isPassing(count.totals))
                        m_stamps.insert(count.fileName, count.stamp);
                    Q_EMIT counted(count.fileName, count.totals);
                }
                lookAtNext();
            });
        });
}

} // namespace greenroom
