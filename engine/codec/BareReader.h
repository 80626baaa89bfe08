#pragma once

#include "Outline.h"
#include "Result.h"

#include <QByteArrayView>
#include <QSet>

#include <optional>
#include <span>

namespace greenroom {

/// Reads BARE-encoded bytes (storage-format §2), strictly: every length is checked against the
/// bytes that are left before anything is allocated, and what the format rejects is rejected.
///
/// The first failure sticks. Each later read gives an empty value and changes nothing, so a
/// decoder reads all its fields in a row and asks finish() once; a loop asks ok().
/// Each read names its field, for the message, and for the outline where one is made: a decoder is
/// written once, and whoever wants to see the bytes gives it an OutlineBuilder.
class BareReader
{
public:
    /// @p base is where @p bytes begin in the whole of which messages tell.
    explicit BareReader(QByteArrayView bytes, qsizetype base = 0) : m_bytes(bytes), m_base(base) {}

    /// Reads @p range of the builder's bytes, which stay where they are, and outlines it.
    BareReader(OutlineBuilder &outline, ByteRange range)
        : m_bytes(QByteArrayView(outline.bytes()).sliced(range.offset, range.size)),
          m_outline(&outline),
          m_base(range.offset)
    {}

    [[nodiscard]] bool ok() const { return !m_failure; }

    /// Where the next byte is read, or where the failing field began.
    [[nodiscard]] qsizetype offset() const { return m_offset; }

    quint8 u8(const char *field);
    quint16 u16(const char *field);
    quint32 u32(const char *field);
    quint64 u64(const char *field);
    qint64 i64(const char *field);
    bool boolean(const char *field);

    /// Unix milliseconds in eight bytes.
    qint64 time(const char *field);

    /// One byte that is one of @p words; fails with BadUnionTag.
    quint8 choice(const char *field, std::span<const char *const> words);

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

    /// A length and that many bytes of CBOR, copied out. Bad CBOR fails in the outline alone: the
    /// record goes on behind it.
    QByteArray cbor(const char *field);

    /// What @p read reads, which names its own fields, if there is any.
    template <class Read>
    auto optional(const char *field, Read read) -> std::optional<decltype(read())>
    {
        if (!isPresent(field))
            return std::nullopt;
        return read();
    }

    /// Several fields that belong together.
    template <class Read>
    void group(const char *field, Read read)
    {
        const bool isOpen = openGroup(NodeKind::Record, field, m_offset);
        read();
        closeGroup(isOpen);
    }

    /// A count and as many items. A hostile count costs nothing: an item's read fails when the
    /// bytes end.
    template <class Read>
    void list(const char *field, Read readItem)
    {
        const qsizetype start = m_offset;
        const quint64 items = count(field);
        const bool isOpen = openGroup(NodeKind::List, field, start);
        for (quint64 i = 0; i < items && ok(); ++i)
            readItem();
        closeGroup(isOpen);
    }

    /// A count and as many entries, each a text @p name and what @p readRest reads. Fails with
    /// DuplicateMapKey.
    template <class Read>
    void map(const char *field, const char *name, Read readRest)
    {
        QSet<QString> names;
        list(field, [&] {
            group(nullptr, [&] {
                readName(name, names);
                readRest();
            });
        });
    }

    /// Records a failure that the caller found, at the current offset, unless there is one.
    void reject(ErrorCode code, const char *field, const QString &reason);

    /// Fails with the first failure, or with TrailingBytes when bytes are left over.
    [[nodiscard]] Result<void> finish();

private:
    QByteArrayView take(qsizetype size, const char *field);
    template <class Number>
    Number number(const char *field, NodeKind kind);
    bool readFlag(const char *field);
    void readName(const char *field, QSet<QString> &known);
    bool isPresent(const char *field);
    [[nodiscard]] bool isOutlined() const { return m_outline && ok() && !m_outline->isFull(); }
    void note(NodeKind kind, const char *field, qsizetype start, quint64 number = 0);
    void noteContent(NodeKind kind, const char *field, qsizetype start, qsizetype head);
    void noteFailure(const char *field);
    bool openGroup(NodeKind kind, const char *field, qsizetype start);
    void closeGroup(bool isOpen);
    quint64 varint(const char *field, int maxBytes, quint8 lastByteMax, ErrorCode tooLarge);
    qsizetype length(const char *field);

    QByteArrayView m_bytes;
    qsizetype m_offset = 0;
    std::optional<Error> m_failure;

    OutlineBuilder *m_outline = nullptr;
    qsizetype m_base = 0; // of the bytes, within the outlined ones
};

/// A versioned payload taken apart: `u16 version` and a reader for the body behind it. Fails with
/// NoVersionHeader, LargerThan32MiB or, for a version outside [@p oldest, @p newest],
/// UnsupportedVersion.
struct VersionedBody
{
    static constexpr qsizetype HeaderSize = 2;

    quint16 version;
    QByteArrayView body;
};
[[nodiscard]] Result<VersionedBody> splitVersion(QByteArrayView bytes, quint16 oldest,
                                                 quint16 newest);

} // namespace greenroom
