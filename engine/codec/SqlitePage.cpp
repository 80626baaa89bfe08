#include "SqlitePage.h"

#include <QtEndian>

#include <algorithm>
#include <bit>
#include <vector>

namespace greenroom {

namespace {

constexpr QByteArrayView Magic("SQLite format 3\0", 16);
constexpr qsizetype FileHeader = 100;
constexpr qsizetype SmallestPage = 512;
constexpr qsizetype LargestPage = 65536;

enum PageType : quint8 { InnerIndex = 2, InnerTable = 5, LeafIndex = 10, LeafTable = 13 };

bool isTreeType(quint8 type)
{
    return type == InnerIndex || type == InnerTable || type == LeafIndex || type == LeafTable;
}

qsizetype startOf(SqlitePlace place)
{
    return place == SqlitePlace::FirstPage ? FileHeader : 0;
}

class PageReader
{
public:
    explicit PageReader(const QByteArray &page) : m_out(page), m_bytes(page), m_end(page.size()) {}

    Outline read(SqlitePlace place)
    {
        if (m_bytes.size() < SmallestPage || m_bytes.size() > LargestPage ||
            !std::has_single_bit(quint64(m_bytes.size()))) {
            fail(0, QStringLiteral("a page of SQLite has 512, 1024, … or 65536 bytes, not %1")
                        .arg(m_bytes.size()));
            return m_out.finish(m_bytes.size());
        }
        if (place == SqlitePlace::FirstPage)
            fileHeader();
        const qsizetype start = startOf(place);
        if (isTreeType(quint8(m_bytes[start]))) {
            page(start);
        } else {
            fail(start, QStringLiteral("the type %1 is that of no b-tree page; pages of other uses "
                                       "(overflow, free) are not decoded")
                            .arg(quint8(m_bytes[start])));
        }
        return m_out.finish(m_bytes.size());
    }

private:
    struct Varint
    {
        quint64 value = 0;
        qsizetype size = 0; ///< 0: it does not end before the page
    };

    void fail(qsizetype at, const QString &reason)
    {
        m_out.fail(
            {ErrorCode::CorruptDatabase, QStringLiteral("page, byte %1: %2").arg(at).arg(reason)},
            {at, m_bytes.size() - at});
    }

    template <class Number>
    [[nodiscard]] Number big(qsizetype at) const
    {
        return qFromBigEndian<Number>(m_bytes.data() + at);
    }

    template <class Number>
    Number number(qsizetype &at, const char *field)
    {
        const Number value = big<Number>(at);
        m_out.leaf(NodeKind::Unsigned, {at, sizeof(Number)}, {field}, value);
        at += sizeof(Number);
        return value;
    }

    [[nodiscard]] Varint varint(qsizetype at, qsizetype end) const
    {
        Varint read;
        for (qsizetype i = 0; i < 9 && at + i < end; ++i) {
            const quint8 byte = quint8(m_bytes[at + i]);
            if (i == 8) {
                read.value = read.value << 8 | byte;
                read.size = 9;
                return read;
            }
            read.value = read.value << 7 | (byte & 0x7f);
            if (byte < 0x80) {
                read.size = i + 1;
                return read;
            }
        }
        return {};
    }

    /// A varint as a field; false where it does not end.
    bool varintField(qsizetype &at, const char *field, NodeKind kind, quint64 &value)
    {
        const Varint read = varint(at, m_end);
        if (read.size == 0) {
            fail(at, QStringLiteral("%1 does not end within the page").arg(QLatin1String(field)));
            return false;
        }
        m_out.leaf(kind, {at, read.size}, {field}, read.value);
        m_out.node(m_out.last()).word = "varint";
        at += read.size;
        value = read.value;
        return true;
    }

    void fileHeader()
    {
        m_out.open(NodeKind::Record, 0, {"fileHeader"});
        qsizetype at = 0;
        const bool isMagic = QByteArrayView(m_bytes).first(Magic.size()) == Magic;
        m_out.leaf(isMagic ? NodeKind::Text : NodeKind::Bytes, {at, Magic.size()}, {"magic"});
        at += Magic.size();
        number<quint16>(at, "pageSize");
        number<quint8>(at, "writeVersion");
        number<quint8>(at, "readVersion");
        const qsizetype reserved = number<quint8>(at, "reservedBytes");
        number<quint8>(at, "maxEmbeddedPayload");
        number<quint8>(at, "minEmbeddedPayload");
        number<quint8>(at, "leafPayload");
        for (const char *field :
             {"changeCounter", "pageCount", "firstFreePage", "freePages", "schemaCookie",
              "schemaFormat", "cacheSize", "largestRootPage", "textEncoding", "userVersion",
              "incrementalVacuum", "applicationId"})
            number<quint32>(at, field);
        m_out.leaf(NodeKind::Bytes, {at, 20}, {"reserved"});
        at += 20;
        number<quint32>(at, "versionValidFor");
        number<quint32>(at, "sqliteVersion");
        m_out.close(at);
        if (reserved < m_bytes.size() - 480)
            m_end = m_bytes.size() - reserved;
    }

    void page(qsizetype at)
    {
        m_out.open(NodeKind::Record, at, {"pageHeader"});
        static constexpr const char *Words[] = {"index, inner", "table, inner", "index, leaf",
                                                "table, leaf"};
        m_type = quint8(m_bytes[at]);
        m_out.leaf(NodeKind::Choice, {at, 1}, {"type"}, m_type);
        m_out.node(m_out.last()).word = Words[m_type == InnerIndex   ? 0
                                              : m_type == InnerTable ? 1
                                              : m_type == LeafIndex  ? 2
                                                                     : 3];
        ++at;
        number<quint16>(at, "firstFreeBlock");
        const qsizetype cells = number<quint16>(at, "cellCount");
        const qsizetype declared = number<quint16>(at, "contentStart");
        number<quint8>(at, "fragmentedBytes");
        if (m_type == InnerIndex || m_type == InnerTable)
            number<quint32>(at, "rightMostPage");
        m_out.close(at);

        if (cells * 2 > m_end - at) {
            fail(at, QStringLiteral("%1 cell pointers do not fit the page").arg(cells));
            return;
        }
        std::vector<qsizetype> starts;
        m_out.open(NodeKind::List, at, {"cellPointers"});
        for (qsizetype i = 0; i < cells; ++i)
            starts.push_back(number<quint16>(at, nullptr));
        m_out.close(at);

        const qsizetype content = declared == 0 ? LargestPage : declared;
        if (content < at || content > m_end) {
            fail(at, QStringLiteral("the cells' content is said to begin at byte %1").arg(content));
            return;
        }
        if (content > at)
            m_out.leaf(NodeKind::Bytes, {at, content - at}, {"unallocated"});
        readCells(starts, content);
    }

    void readCells(std::vector<qsizetype> &starts, qsizetype content)
    {
        // In the order of the bytes, so that a byte's cell can be found.
        std::sort(starts.begin(), starts.end());
        m_out.open(NodeKind::List, content, {"cells"});
        qsizetype end = content;
        for (const qsizetype start : starts) {
            if (start < end || start >= m_end) {
                fail(end, QStringLiteral("a cell begins at byte %1, which is %2")
                              .arg(start)
                              .arg(start >= m_end ? QStringLiteral("outside of the page")
                                                  : QStringLiteral("within another")));
                break;
            }
            m_out.open(NodeKind::Record, start);
            end = start;
            const bool isRead = cell(end);
            m_out.close(isRead ? end : m_bytes.size());
            if (!isRead)
                break;
        }
        m_out.close(m_bytes.size());
    }

    /// Reads a cell from @p at on, which is its end then.
    bool cell(qsizetype &at)
    {
        const bool isInner = m_type == InnerIndex || m_type == InnerTable;
        const bool isTable = m_type == InnerTable || m_type == LeafTable;
        if (isInner) {
            if (m_end - at < 4) {
                fail(at, QStringLiteral("the number of the left page does not fit"));
                return false;
            }
            number<quint32>(at, "leftPage");
        }
        quint64 payload = 0;
        if (m_type != InnerTable && !varintField(at, "payloadSize", NodeKind::Unsigned, payload))
            return false;
        quint64 rowId = 0;
        if (isTable && !varintField(at, "rowid", NodeKind::Signed, rowId))
            return false;
        return m_type == InnerTable || payloadOf(at, payload, isTable ? LeafTable : LeafIndex);
    }

    /// How much of a payload is on the page itself (§1.6).
    [[nodiscard]] qsizetype localSize(quint64 payload, PageType form) const
    {
        const qsizetype usable = m_end;
        const qsizetype most = form == LeafTable ? usable - 35 : (usable - 12) * 64 / 255 - 23;
        if (payload <= quint64(most))
            return qsizetype(payload);
        const qsizetype least = (usable - 12) * 32 / 255 - 23;
        const qsizetype better =
            least + qsizetype((payload - quint64(least)) % quint64(usable - 4));
        return better <= most ? better : least;
    }

    bool payloadOf(qsizetype &at, quint64 payload, PageType form)
    {
        const qsizetype local = localSize(payload, form);
        const bool overflows = quint64(local) < payload;
        if (m_end - at < local + (overflows ? 4 : 0)) {
            fail(at, QStringLiteral("%1 byte(s) of the cell do not fit the page").arg(local));
            return false;
        }
        if (overflows)
            m_out.leaf(NodeKind::Bytes, {at, local}, {"payload, first part"});
        else if (!record(at, at + local))
            m_out.leaf(NodeKind::Bytes, {at, local}, {"payload"});
        at += local;
        if (overflows)
            number<quint32>(at, "overflowPage");
        return true;
    }

    [[nodiscard]] static std::optional<qsizetype> columnSize(quint64 type)
    {
        constexpr qsizetype Sizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0};
        if (type < 10)
            return Sizes[type];
        if (type < 12 || type > quint64(LargestPage) * 2 + 13)
            return std::nullopt;
        return qsizetype((type - 12) / 2);
    }

    /// A record (§2.1) that fills these bytes; false, and nothing noted, where it does not.
    bool record(qsizetype start, qsizetype end)
    {
        const Varint head = varint(start, end);
        if (head.size == 0 || head.value > quint64(end - start))
            return false;
        const qsizetype bodyStart = start + qsizetype(head.value);
        std::vector<quint64> types;
        qsizetype at = start + head.size;
        qsizetype bodyEnd = bodyStart;
        while (at < bodyStart) {
            const Varint type = varint(at, bodyStart);
            const std::optional<qsizetype> size = type.size ? columnSize(type.value) : std::nullopt;
            if (!size)
                return false;
            types.push_back(type.value);
            at += type.size;
            bodyEnd += *size;
        }
        if (at != bodyStart || bodyEnd != end)
            return false;

        m_out.open(NodeKind::Record, start, {"record"});
        m_out.leaf(NodeKind::Bytes, {start, bodyStart - start}, {"header"});
        m_out.open(NodeKind::List, bodyStart, {"columns"});
        at = bodyStart;
        for (const quint64 type : types)
            column(at, type);
        m_out.close(end);
        m_out.close(end);
        return true;
    }

    void column(qsizetype &at, quint64 type)
    {
        const ByteRange range{at, *columnSize(type)};
        at = range.end();
        if (type == 0) {
            m_out.leaf(NodeKind::Null, range);
        } else if (type == 7) {
            m_out.leaf(NodeKind::Float, range, {}, big<quint64>(range.offset));
        } else if (type < 10) {
            m_out.leaf(NodeKind::Signed, range, {}, type > 7 ? type - 8 : quint64(signedAt(range)));
        } else if (type % 2 == 0) {
            m_out.leaf(NodeKind::Bytes, range);
        } else {
            const auto text = QByteArrayView(m_bytes).sliced(range.offset, range.size);
            m_out.leaf(text.isValidUtf8() ? NodeKind::Text : NodeKind::BadText, range);
        }
    }

    [[nodiscard]] qint64 signedAt(ByteRange range) const
    {
        quint64 bits = 0;
        for (qsizetype i = 0; i < range.size; ++i)
            bits = bits << 8 | quint8(m_bytes[range.offset + i]);
        const int unused = int(64 - 8 * range.size);
        return qint64(bits << unused) >> unused;
    }

    OutlineBuilder m_out;
    const QByteArray m_bytes;
    qsizetype m_end; // of what b-trees may use
    quint8 m_type = 0;
};

} // namespace

Outline outlineOfSqlitePage(const QByteArray &page, SqlitePlace place)
{
    return PageReader(page).read(place);
}

bool isTreePage(QByteArrayView page, SqlitePlace place)
{
    const qsizetype start = startOf(place);
    return page.size() >= SmallestPage && isTreeType(quint8(page[start])) &&
           (place == SqlitePlace::LaterPage || isSqliteFile(page));
}

bool isSqliteFile(QByteArrayView bytes)
{
    return bytes.startsWith(Magic);
}

} // namespace greenroom
