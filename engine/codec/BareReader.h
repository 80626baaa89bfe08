#pragma once

#include "Result.h"

#include <QByteArrayView>

#include <optional>

namespace greenroom {

/// Reads BARE-encoded bytes (storage-format §2), strictly: every length is checked against the
/// bytes that are left before anything is allocated, and what the format rejects is rejected.
///
/// The first failure sticks. Each later read gives an empty value and changes nothing, so a
/// decoder reads all its fields in a row and asks finish() once; a loop asks ok().
/// Each read names its field, for the message.
class BareReader
{
public:
    explicit BareReader(QByteArrayView bytes) : m_bytes(bytes) {}

    [[nodiscard]] bool ok() const { return !m_failure; }

    /// Where the next byte is read, or where the failing field began.
    [[nodiscard]] qsizetype offset() const { return m_offset; }

    quint8 u8(const char *field);
    quint16 u16(const char *field);
    quint32 u32(const char *field);
    quint64 u64(const char *field);
    qint64 i64(const char *field) { return qint64(u64(field)); }
    bool boolean(const char *field);

    /// A variable-length integer of at most 64 bits.
    quint64 varint64(const char *field);

    /// The number of items in a list or map: at most 53 bits. A hostile count costs nothing: an
    /// item's read fails when the bytes end.
    quint64 count(const char *field);

    /// Text, as exact UTF-8. The bytes stay the caller's until they are decoded here.
    QString string(const char *field);

    /// A length and that many bytes, copied out.
    QByteArray data(const char *field);

    /// @p size bytes without a length, copied out.
    QByteArray fixed(qsizetype size, const char *field);

    template <class Read>
    auto optional(const char *field, Read read) -> std::optional<decltype(read())>
    {
        if (!boolean(field) || !ok())
            return std::nullopt;
        return read();
    }

    /// Records a failure that the caller found, at the current offset, unless there is one.
    void reject(ErrorCode code, const char *field, const QString &reason);

    /// Fails with the first failure, or with TrailingBytes when bytes are left over.
    [[nodiscard]] Result<void> finish();

private:
    QByteArrayView take(qsizetype size, const char *field);
    quint64 varint(const char *field, int maxBytes, quint8 lastByteMax, ErrorCode tooLarge);
    qsizetype length(const char *field);

    QByteArrayView m_bytes;
    qsizetype m_offset = 0;
    std::optional<Error> m_failure;
};

/// A versioned payload taken apart: `u16 version` and a reader for the body behind it. Fails with
/// NoVersionHeader, LargerThan32MiB or, for a version outside [@p oldest, @p newest],
/// UnsupportedVersion.
struct VersionedBody
{
    quint16 version;
    QByteArrayView body;
};
[[nodiscard]] Result<VersionedBody> splitVersion(QByteArrayView bytes, quint16 oldest,
                                                 quint16 newest);

} // namespace greenroom
