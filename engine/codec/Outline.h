#pragma once

#include "Error.h"

#include <QByteArray>
#include <QList>

#include <limits>
#include <optional>
#include <vector>

namespace greenroom {

/// A stretch of a value's bytes.
struct ByteRange
{
    qsizetype offset = 0;
    qsizetype size = 0;

    [[nodiscard]] qsizetype end() const { return offset + size; }
    bool operator==(const ByteRange &) const = default;
};

/// What a stretch of bytes means.
enum class NodeKind : quint8 {
    // Records (storage-format §2).
    Record,   ///< fields in their order
    List,     ///< items in their order
    Unsigned, ///< a whole number; OutlineNode::number as quint64
    Signed,   ///< a whole number; OutlineNode::number as qint64
    Time,     ///< Unix milliseconds; OutlineNode::number as qint64
    Choice,   ///< one of some words: OutlineNode::word
    Absent,   ///< an optional field that is not there

    // Both records and CBOR.
    Boolean, ///< OutlineNode::number is 0 or 1
    Text,    ///< UTF-8
    BadText, ///< what should be UTF-8 and is not
    Bytes,   ///< a byte string; CBOR's Uint8Array has that word, other byte strings have none

    // CBOR (storage-format §11).
    Undefined,
    Null,
    Integer,        ///< a JavaScript number written as an integer; OutlineNode::number as qint64
    Float,          ///< a JavaScript number; OutlineNode::number are the bits of a double
    BigInt,         ///< nine bytes: its magnitude in OutlineNode::number; else a byte string
    NegativeBigInt, ///< the same for -1 - magnitude
    Array,          ///< items in their order
    Object,         ///< members, each named by a key
    Map,            ///< entries, each named by a key, or a Pair where the key has parts itself
    Pair,           ///< a key and its value
    Set,            ///< items in their order
    Date,           ///< milliseconds since 1970, the bits of a double; NaN for an invalid one
    RegExp,         ///< source and flags, two texts
    ErrorValue,     ///< a name and a message
    TypedArray,     ///< elements; OutlineNode::word is the class
    Tagged,         ///< any other tag, its number in OutlineNode::number, and its value

    // JSON.
    JsonNumber, ///< its digits as they stand
    JsonText,   ///< a string with its escapes as they stand

    Failure, ///< where decoding stopped: number is the index of Outline::failures()
};

using NodeId = quint32;
inline constexpr NodeId NoNode = std::numeric_limits<NodeId>::max();

/// One stretch of bytes and what it means.
struct OutlineNode
{
    NodeKind kind = NodeKind::Record;

    /// Bytes at the start of the range before the content: a length, a CBOR head.
    quint8 head = 0;

    /// A count that is not written: the container ends with CBOR's "break".
    bool isIndefinite = false;

    NodeId parent = NoNode;
    quint32 row = 0; ///< its place among the parent's children

    /// What names it in its parent: a record's field, or a key that is a node of its own and no
    /// child. Neither for an item.
    const char *field = nullptr;
    NodeId key = NoNode;

    /// A Choice's or a TypedArray's word.
    const char *word = nullptr;

    quint32 offset = 0;
    quint32 size = 0;
    quint64 number = 0;

    quint32 firstChild = 0; ///< in Outline's list of children
    quint32 childCount = 0;

    [[nodiscard]] ByteRange range() const { return {offset, size}; }
};

/// What a value's bytes mean: a tree in which each node knows its bytes. The root stands for the
/// whole value; its children are a record's fields, or the one value that CBOR or JSON has, and
/// behind them the place where decoding stopped if it did. A value, cheap to copy by move only.
class Outline
{
public:
    /// A value has at most this many nodes; what follows is left undecoded, and said to be.
    static constexpr quint32 MaxNodes = 1'000'000;

    static constexpr NodeId Root = 0;

    Outline() : Outline(QByteArray()) {}
    explicit Outline(QByteArray bytes);

    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }
    [[nodiscard]] const OutlineNode &at(NodeId node) const { return m_nodes[node]; }
    [[nodiscard]] qsizetype size() const { return qsizetype(m_nodes.size()); }

    [[nodiscard]] NodeId child(NodeId node, quint32 row) const
    {
        return m_children[m_nodes[node].firstChild + row];
    }

    /// The child of a record with this field name, or NoNode.
    [[nodiscard]] NodeId find(NodeId record, const char *field) const;

    /// The node's bytes without its head. Valid as long as the outline.
    [[nodiscard]] QByteArrayView content(NodeId node) const;

    /// All of the node's bytes.
    [[nodiscard]] QByteArrayView bytesOf(NodeId node) const;

    /// The innermost node that has this byte; a key's bytes belong to what it names.
    [[nodiscard]] NodeId nodeAt(qsizetype offset) const;

    /// Why decoding stopped, in the order in which it did: a record may go on behind a part that
    /// cannot be decoded.
    [[nodiscard]] const QList<Error> &failures() const { return m_failures; }

private:
    friend class OutlineBuilder;

    [[nodiscard]] qsizetype startOf(NodeId node) const;

    QByteArray m_bytes;
    std::vector<OutlineNode> m_nodes;
    std::vector<NodeId> m_children;
    QList<Error> m_failures;
};

/// What names a node in its parent: see OutlineNode.
struct OutlineLabel
{
    const char *field = nullptr;
    NodeId key = NoNode;
};

/// Makes an outline from its first byte to its last. Containers are opened and closed like
/// brackets; the root is open from the start.
class OutlineBuilder
{
public:
    explicit OutlineBuilder(QByteArray bytes);

    /// No more nodes are taken; what is told is forgotten.
    [[nodiscard]] bool isFull() const { return m_outline.m_nodes.size() >= Outline::MaxNodes; }

    NodeId leaf(NodeKind kind, ByteRange range, OutlineLabel label = {}, quint64 number = 0);
    NodeId open(NodeKind kind, qsizetype offset, OutlineLabel label = {}, quint64 number = 0);

    /// The innermost open container ends before @p end.
    void close(qsizetype end);

    /// Notes a failure at @p range, which reaches to the end of what was to be decoded.
    void fail(const Error &error, ByteRange range, OutlineLabel label = {});

    /// Takes the last child of the innermost open container out, so that it can name the next one.
    [[nodiscard]] NodeId takeKey();

    /// The node that was added last.
    [[nodiscard]] NodeId last() const { return NodeId(m_outline.m_nodes.size() - 1); }

    /// The node while it is being made.
    [[nodiscard]] OutlineNode &node(NodeId id) { return m_outline.m_nodes[id]; }
    [[nodiscard]] const QByteArray &bytes() const { return m_outline.m_bytes; }

    /// How many containers are open, the root not counted.
    [[nodiscard]] qsizetype depth() const { return qsizetype(m_open.size()) - 1; }

    /// The outline, with all that is open closed at @p end.
    [[nodiscard]] Outline finish(qsizetype end);

private:
    struct Open
    {
        NodeId node;
        size_t firstPending;
    };

    NodeId add(NodeKind kind, ByteRange range, OutlineLabel label, quint64 number);

    Outline m_outline;
    std::vector<Open> m_open;
    std::vector<NodeId> m_pending; // children of what is open, until it is closed
};

} // namespace greenroom
