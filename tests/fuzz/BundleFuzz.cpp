#include "ActorArrival.h"
#include "BundleReader.h"
#include "BundleWriter.h"

#include <QBuffer>
#include <QCryptographicHash>

#include <cstdlib>

using namespace greenroom;

namespace {

/// The start of a good bundle up to its first row, so that rows are reached as well.
QByteArray startOfGood()
{
    ActorRecord record;
    record.actorId = QStringLiteral("a");
    QBuffer out;
    out.open(QIODevice::WriteOnly);
    if (!BundleWriter(out).begin({.greenroom = QStringLiteral("0"),
                                  .exportedAt = {},
                                  .actorId = record.actorId,
                                  .record = encodeActorRecord(record).value_or(QByteArray()),
                                  .alarm = {}}))
        std::abort();
    return out.data();
}

void readAll(QByteArray bytes)
{
    QBuffer in(&bytes);
    in.open(QIODevice::ReadOnly);
    auto reader = BundleReader::open(in);
    if (!reader)
        return;
    for (const bool isMoved : {false, true}) {
        const auto as =
            isMoved ? std::optional(ActorAddress{QStringLiteral("n"), {}}) : std::nullopt;
        const auto arrival = ActorArrival::of(reader->head(), as);
        if (arrival && !decodeActorRecord(arrival->recordBytes))
            std::abort();
    }
    QBuffer out;
    out.open(QIODevice::WriteOnly);
    BundleWriter writer(out);
    if (!writer.begin(reader->head()))
        std::abort();
    for (;;) {
        const auto row = reader->next();
        if (!row)
            return;
        if (!*row)
            break;
        if (!writer.add(**row))
            std::abort();
    }
    if (!writer.end() || out.data() != bytes)
        std::abort();
}

} // namespace

/// Reads whatever it is given behind a magic, and behind a good bundle's start; once as it is and
/// once with the right checksum, so that what comes after that check is reached. A bundle that is
/// good is written again and must be the same; its actor must find a place, or say why not.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const QByteArray good = startOfGood();
    const QByteArray given(reinterpret_cast<const char *>(data), qsizetype(size));
    for (const QByteArray &start : {bundleMagic(), good}) {
        const QByteArray bytes = start + given;
        readAll(bytes);
        readAll(bytes + QCryptographicHash::hash(bytes, QCryptographicHash::Sha256));
    }
    return 0;
}
