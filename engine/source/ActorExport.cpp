#include "ActorExport.h"

#include "BundleReader.h"
#include "BundleWriter.h"
#include "Clock.h"

#include <QFile>
#include <QSaveFile>

namespace greenroom {

namespace {

using Secrets = BundleHead::Secrets;

constexpr int MostAttempts = 5;

/// What an actor is besides its rows, and a mark that changes with them.
struct Frame
{
    QByteArray record;
    std::optional<QByteArray> alarm;
    QByteArray kvStamp;

    bool operator==(const Frame &) const = default;
};

Result<Frame> outlineOf(const ActorSource &source, const ActorId &id)
{
    const QByteArray stamp = source.kvStamp(id);
    Result<ActorDetails> details = source.actor(id);
    if (!details)
        return fail(details.error());
    if (details->entry.error)
        return fail(details->entry.error->of(QStringLiteral("the actor cannot be exported")));
    // Without bytes there is nothing that an alarm could say.
    const bool hasAlarm = details->alarmBytes && !details->alarmBytes->isEmpty();
    return Frame{std::move(details->stateBytes),
                   hasAlarm ? std::move(details->alarmBytes) : std::nullopt, stamp};
}

/// The record's bytes as they are, unless there is a secret among the key-values of an older
/// rivetkit in it.
Result<QByteArray> recordWithout(Secrets secrets, const QByteArray &bytes)
{
    if (secrets == Secrets::Included)
        return bytes;
    Result<ActorRecord> record = decodeActorRecord(bytes);
    if (!record)
        return fail(record.error());
    const qsizetype removed =
        record->legacyKv.removeIf([](const KvEntry &entry) { return isSecretKey(entry.key); });
    return removed > 0 ? encodeActorRecord(*record) : Result<QByteArray>(bytes);
}

Result<BundleSummary> writeOnce(const ActorSource &source, const ActorId &id,
                                const Frame &outline, QFileDevice &out, Secrets secrets,
                                const std::stop_token &stop)
{
    Result<QByteArray> record = recordWithout(secrets, outline.record);
    if (!record)
        return fail(record.error());
    BundleSummary summary{{.greenroom = QStringLiteral(GREENROOM_VERSION),
                           .exportedAt = SystemClock().now(),
                           .actorId = id.text(),
                           .secrets = secrets,
                           .record = std::move(*record),
                           .alarm = outline.alarm},
                          {}};
    BundleWriter bundle(out);
    if (const auto begun = bundle.begin(summary.head); !begun)
        return fail(begun.error());
    KvQuery query;
    query.limit = 1000;
    for (;;) {
        const Result<KvPage> page = source.kvPage(id, query, stop);
        if (!page)
            return fail(page.error());
        for (const KvRow &row : page->rows) {
            if (secrets == Secrets::LeftOut && isSecretKey(row.key))
                continue;
            if (const auto added = bundle.add(row); !added)
                return fail(added.error());
        }
        if (!page->more)
            break;
        query.after = page->end();
    }
    const Result<KvTotals> totals = bundle.end();
    if (!totals)
        return fail(totals.error());
    summary.totals = *totals;
    return summary;
}

} // namespace

Result<BundleSummary> exportActor(const ActorSource &source, const ActorId &id, QFileDevice &out,
                                  BundleHead::Secrets secrets, std::stop_token stop)
{
    Result<Frame> before = outlineOf(source, id);
    for (int attempt = 0; before && attempt < MostAttempts; ++attempt) {
        if (!out.seek(0) || !out.resize(0)) {
            return fail(
                ErrorCode::Io,
                QStringLiteral("%1: cannot write: %2").arg(out.fileName(), out.errorString()));
        }
        Result<BundleSummary> written = writeOnce(source, id, *before, out, secrets, stop);
        if (!written)
            return written;
        Result<Frame> after = outlineOf(source, id);
        if (after == before)
            return written;
        before = std::move(after);
    }
    if (!before)
        return fail(before.error());
    return fail(ErrorCode::DatabaseBusy,
                QStringLiteral("%1: the actor was written to all the while, so there is no one "
                               "state of it to export; put it to sleep first, or try again")
                    .arg(id.text()));
}

Result<BundleSummary> exportActor(const ActorSource &source, const ActorId &id, const QString &file,
                                  BundleHead::Secrets secrets, std::stop_token stop)
{
    QSaveFile out(file);
    const auto refused = [&] {
        return fail(ErrorCode::Io,
                    QStringLiteral("%1: cannot write: %2").arg(file, out.errorString()));
    };
    if (!out.open(QIODevice::WriteOnly))
        return refused();
    Result<BundleSummary> written = exportActor(source, id, out, secrets, std::move(stop));
    if (written && !out.commit())
        return refused();
    return written;
}

namespace {

/// What @p read finds in the file.
template <class Read>
auto readFile(const QString &file, Read read) -> decltype(read(std::declval<QFile &>()))
{
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly)) {
        return fail(ErrorCode::Io,
                    QStringLiteral("%1: cannot open: %2").arg(file, in.errorString()));
    }
    auto found = read(in);
    if (!found)
        return fail(found.error().of(file));
    return found;
}

} // namespace

Result<BundleHead> bundleHead(const QString &file)
{
    return readFile(file, [](QFile &in) -> Result<BundleHead> {
        const Result<BundleReader> reader = BundleReader::open(in);
        if (!reader)
            return fail(reader.error());
        return reader->head();
    });
}

Result<BundleSummary> lookAtBundle(const QString &file)
{
    return readFile(file, [](QFile &in) { return checkBundle(in); });
}

} // namespace greenroom
