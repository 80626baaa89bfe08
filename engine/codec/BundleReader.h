#pragma once

#include "ActorBundle.h"
#include "Result.h"

#include <memory>

class QCryptographicHash;
class QIODevice;

namespace greenroom {

/// Reads a bundle row by row, from a device that is open and knows its size. No length is believed
/// beyond the bytes that are there. Fails with
/// - NotABundle for a file that does not begin as one, or whose parts are not in order,
/// - UnsupportedVersion, Truncated, TrailingBytes, or a format code of the header,
/// - BadChecksum where it was changed since it was written,
/// - Io.
/// A changed bundle may show as any of these. Not for a bundle that is still being written.
class BundleReader
{
public:
    /// Reads up to the first row. @p in must live as long as the reader.
    [[nodiscard]] static Result<BundleReader> open(QIODevice &in);

    BundleReader(BundleReader &&other) noexcept;
    ~BundleReader();

    [[nodiscard]] const BundleHead &head() const { return m_head; }

    /// The next row; none behind the last one, when the whole bundle has proved good.
    [[nodiscard]] Result<std::optional<KvRow>> next();

    /// The rows so far.
    [[nodiscard]] const KvTotals &totals() const { return m_totals; }

private:
    struct Chunk
    {
        char tag = 0;
        QByteArray bytes;
    };

    explicit BundleReader(QIODevice &in);
    [[nodiscard]] Result<QByteArray> take(qint64 size);
    [[nodiscard]] Result<Chunk> chunk();
    [[nodiscard]] Result<void> readHead();
    [[nodiscard]] Result<void> readEnd(const QByteArray &totals);

    QIODevice *m_in;
    std::unique_ptr<QCryptographicHash> m_hash; // of all that was read
    BundleHead m_head;
    std::optional<Chunk> m_ahead; // read, and not asked for yet
    KvTotals m_totals;
    bool m_isAtEnd = false;
};

/// Reads a whole bundle, to see whether it is good and what it holds.
[[nodiscard]] Result<BundleSummary> checkBundle(QIODevice &in);

} // namespace greenroom
