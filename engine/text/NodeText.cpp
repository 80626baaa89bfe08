#include "NodeText.h"

#include "ByteText.h"
#include "Printable.h"
#include "TaggedJson.h"

#include <QDateTime>

#include <algorithm>
#include <bit>
#include <cmath>

namespace greenroom {

namespace {

constexpr qsizetype TextPreview = 200;      // characters
constexpr qsizetype NestedTextPreview = 40; // within a container's preview
constexpr qsizetype BytesPreview = 24;      // bytes
constexpr qsizetype NestedBytesPreview = 8;
constexpr qsizetype NamePreview = 120;      // characters
constexpr qsizetype ContainerPreview = 120; // characters, then no further member
constexpr qsizetype LongestDecimal = 512;   // bytes of a bigint

// Years that ISO 8601 writes with four digits.
constexpr qint64 FirstDate = -62167219200000; // 0000-01-01
constexpr qint64 LastDate = 253402300799999;  // 9999-12-31

enum class Place { Row, Nested };

QString sizeText(qsizetype bytes)
{
    return bytes == 1 ? QStringLiteral("(1 byte)") : QStringLiteral("(%1 bytes)").arg(bytes);
}

/// The first characters of UTF-8 that is known to be valid, on one line.
QString printableHead(QByteArrayView utf8, qsizetype characters, bool *isCut)
{
    constexpr qsizetype LongestCharacter = 4;
    const qsizetype most = characters * LongestCharacter;
    const bool bytesAreCut = utf8.size() > most;
    const QByteArrayView head = bytesAreCut ? withoutCutCharacter(utf8.first(most)) : utf8;
    QString text = utf8Text(head).value_or(QString());
    *isCut = bytesAreCut || text.size() > characters;
    if (text.size() > characters) {
        const bool splitsPair = text[characters - 1].isHighSurrogate();
        text.truncate(splitsPair ? characters - 1 : characters);
    }
    return printable(text);
}

QString quoted(QByteArrayView utf8, Place place)
{
    bool isCut = false;
    const QString text =
        printableHead(utf8, place == Place::Row ? TextPreview : NestedTextPreview, &isCut);
    if (!isCut)
        return u'"' + text + u'"';
    return u'"' + text + QStringLiteral("…\"") +
           (place == Place::Row ? u' ' + sizeText(utf8.size()) : QString());
}

QString hexHead(QByteArrayView bytes, Place place)
{
    if (bytes.isEmpty())
        return QStringLiteral("(empty)");
    const qsizetype most = place == Place::Row ? BytesPreview : NestedBytesPreview;
    if (bytes.size() <= most)
        return hexText(bytes);
    return hexText(bytes.first(most)) + QStringLiteral(" … ") + sizeText(bytes.size());
}

QString bigIntText(const Outline &outline, NodeId id)
{
    const QByteArrayView magnitude = outline.content(id);
    const bool isNegative = outline.at(id).kind == NodeKind::NegativeBigInt;
    if (magnitude.size() > LongestDecimal) {
        return (isNegative ? QStringLiteral("-1 - 0x") : QStringLiteral("0x")) +
               QString::fromLatin1(magnitude.first(BytesPreview).toByteArray().toHex()) +
               QStringLiteral("… ") + sizeText(magnitude.size());
    }
    const QString digits = QString::fromLatin1(bigIntDigits(outline, id));
    if (digits.size() <= TextPreview)
        return digits + u'n';
    return digits.first(TextPreview) + QStringLiteral("… (%1 digits)").arg(digits.size());
}

QString dateText(double ms)
{
    if (std::isnan(ms))
        return QStringLiteral("Invalid Date");
    return millisecondsText(qint64(ms));
}

QString textOfChild(const Outline &outline, NodeId id, quint32 row)
{
    if (row >= outline.at(id).childCount)
        return QStringLiteral("…");
    bool isCut = false;
    const NodeId child = outline.child(id, row);
    if (outline.at(child).kind != NodeKind::Text)
        return nodeValue(outline, child);
    const QString text = printableHead(outline.content(child), TextPreview, &isCut);
    return isCut ? text + QStringLiteral("…") : text;
}

QString valueText(const Outline &outline, NodeId id, Place place);

/// "name: value" or the like of each child until there is no room for more.
template <class Each>
QString members(const Outline &outline, NodeId id, Each each)
{
    QString text;
    const quint32 count = outline.at(id).childCount;
    for (quint32 row = 0; row < count; ++row) {
        if (row)
            text += QStringLiteral(", ");
        if (text.size() >= ContainerPreview)
            return text + QStringLiteral("…");
        text += each(outline.child(id, row));
    }
    return text;
}

QString memberText(const Outline &outline, NodeId child)
{
    return nodeName(outline, child) + QStringLiteral(": ") +
           valueText(outline, child, Place::Nested);
}

QString entryText(const Outline &outline, NodeId child)
{
    return nodeName(outline, child) + QStringLiteral(" → ") +
           valueText(outline, child, Place::Nested);
}

QString containerText(const Outline &outline, NodeId id, Place place)
{
    const OutlineNode &node = outline.at(id);
    const quint32 count = node.childCount;
    const bool isList = node.kind == NodeKind::Array || node.kind == NodeKind::List;
    const auto item = [&](NodeId child) { return valueText(outline, child, Place::Nested); };
    switch (node.kind) {
    case NodeKind::Map:
    case NodeKind::Set:
    case NodeKind::TypedArray: {
        const QString word = node.kind == NodeKind::Map   ? QStringLiteral("Map")
                             : node.kind == NodeKind::Set ? QStringLiteral("Set")
                                                          : QString::fromLatin1(node.word);
        const QString name = QStringLiteral("%1(%2)").arg(word).arg(count);
        if (place == Place::Nested)
            return name;
        if (node.kind == NodeKind::TypedArray)
            return name + QStringLiteral(" [") + members(outline, id, item) + u']';
        if (node.kind == NodeKind::Set)
            return name + QStringLiteral(" {") + members(outline, id, item) + u'}';
        return name + QStringLiteral(" {") +
               members(outline, id, [&](NodeId child) { return entryText(outline, child); }) + u'}';
    }
    default:
        break;
    }
    if (count == 0)
        return isList ? QStringLiteral("[]") : QStringLiteral("{}");
    if (place == Place::Nested)
        return isList ? QStringLiteral("[%1]").arg(count) : QStringLiteral("{%1}").arg(count);
    if (isList)
        return QStringLiteral("(%1) [").arg(count) + members(outline, id, item) + u']';
    return u'{' + members(outline, id, [&](NodeId child) { return memberText(outline, child); }) +
           u'}';
}

QString valueText(const Outline &outline, NodeId id, Place place)
{
    const OutlineNode &node = outline.at(id);
    switch (node.kind) {
    case NodeKind::Record:
    case NodeKind::List:
    case NodeKind::Array:
    case NodeKind::Object:
    case NodeKind::Map:
    case NodeKind::Set:
    case NodeKind::TypedArray:
        return containerText(outline, id, place);
    case NodeKind::Unsigned:
        return QString::number(node.number);
    case NodeKind::Signed:
    case NodeKind::Integer:
        return QString::number(qint64(node.number));
    case NodeKind::Time:
        return millisecondsText(qint64(node.number));
    case NodeKind::Choice:
        return QString::fromLatin1(node.word);
    case NodeKind::Absent:
        return QStringLiteral("absent");
    case NodeKind::Boolean:
        return node.number ? QStringLiteral("true") : QStringLiteral("false");
    case NodeKind::Text:
        return quoted(outline.content(id), place);
    case NodeKind::BadText:
        return QStringLiteral("not UTF-8: ") + hexHead(outline.content(id), place);
    case NodeKind::Bytes:
        return hexHead(outline.content(id), place);
    case NodeKind::Undefined:
        return QStringLiteral("undefined");
    case NodeKind::Null:
        return QStringLiteral("null");
    case NodeKind::Float:
        return QString::fromLatin1(doubleDigits(std::bit_cast<double>(node.number)));
    case NodeKind::BigInt:
    case NodeKind::NegativeBigInt:
        return bigIntText(outline, id);
    case NodeKind::Pair:
        return node.childCount > 1 ? valueText(outline, outline.child(id, 1), place)
                                   : QStringLiteral("…");
    case NodeKind::Date:
        return dateText(std::bit_cast<double>(node.number));
    case NodeKind::RegExp:
        return u'/' + textOfChild(outline, id, 1) + u'/' + textOfChild(outline, id, 2);
    case NodeKind::ErrorValue:
        return textOfChild(outline, id, 0) + QStringLiteral(": ") + textOfChild(outline, id, 1);
    case NodeKind::Tagged:
        return QStringLiteral("tag %1: ").arg(node.number) +
               (node.childCount ? valueText(outline, outline.child(id, 0), Place::Nested)
                                : QStringLiteral("…"));
    case NodeKind::JsonNumber: {
        bool isCut = false;
        const QString digits = printableHead(outline.bytesOf(id), TextPreview, &isCut);
        return isCut ? digits + QStringLiteral("… ") + sizeText(node.size) : digits;
    }
    case NodeKind::JsonText: {
        bool isCut = false;
        const QString text = printableHead(
            outline.bytesOf(id), place == Place::Row ? TextPreview : NestedTextPreview, &isCut);
        // The escapes are JSON's own, and stand as they are.
        const QString asItStands =
            QString(text).replace(QLatin1String("\\\\"), QLatin1String("\\"));
        return isCut ? asItStands + QStringLiteral("…\"") : asItStands;
    }
    case NodeKind::Failure:
        return printable(outline.failures().at(qsizetype(node.number)).message);
    }
    Q_UNREACHABLE();
}

/// A member's or an entry's name from its key.
QString keyText(const Outline &outline, NodeId key, NodeKind parent)
{
    const OutlineNode &node = outline.at(key);
    if (parent == NodeKind::Map)
        return valueText(outline, key, Place::Nested);
    bool isCut = false;
    if (node.kind == NodeKind::JsonText && node.size >= 2) {
        const QString text =
            printableHead(outline.bytesOf(key).sliced(1, node.size - 2), NamePreview, &isCut)
                .replace(QLatin1String("\\\\"), QLatin1String("\\"));
        return node.size == 2 ? QStringLiteral("\"\"") : isCut ? text + QStringLiteral("…") : text;
    }
    if (node.kind != NodeKind::Text) {
        return QStringLiteral("%1 (%2)").arg(valueText(outline, key, Place::Nested),
                                             nodeType(outline, key));
    }
    const QByteArrayView utf8 = outline.content(key);
    const QString text = printableHead(utf8, NamePreview, &isCut);
    return utf8.isEmpty() ? QStringLiteral("\"\"") : isCut ? text + QStringLiteral("…") : text;
}

bool isWord(const QString &name)
{
    return !name.isEmpty() && !name[0].isDigit() &&
           std::all_of(name.begin(), name.end(),
                       [](QChar c) { return c.isLetterOrNumber() || c == u'_' || c == u'$'; });
}

QString integerType(const OutlineNode &node)
{
    if (node.word)
        return QString::fromLatin1(node.word);
    const QString letter =
        node.kind == NodeKind::Unsigned ? QStringLiteral("u") : QStringLiteral("i");
    const bool isFixed = node.size == 1 || node.size == 2 || node.size == 4 || node.size == 8;
    return isFixed ? letter + QString::number(node.size * 8) : QStringLiteral("integer");
}

} // namespace

QString millisecondsText(qint64 ms)
{
    if (ms < FirstDate || ms > LastDate)
        return QStringLiteral("%1 ms").arg(ms);
    return QStringLiteral("%1 (%2)")
        .arg(QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs))
        .arg(ms);
}

QString nodeName(const Outline &outline, NodeId id)
{
    const OutlineNode &node = outline.at(id);
    if (node.field)
        return QString::fromUtf8(node.field);
    const NodeKind parent = node.parent == NoNode ? NodeKind::Record : outline.at(node.parent).kind;
    if (node.key != NoNode)
        return keyText(outline, node.key, parent);
    switch (parent) {
    case NodeKind::List:
    case NodeKind::Array:
    case NodeKind::Set:
    case NodeKind::TypedArray:
        return QStringLiteral("[%1]").arg(node.row);
    case NodeKind::RegExp:
    case NodeKind::ErrorValue: {
        constexpr const char *OfRegExp[] = {"class", "source", "flags"};
        constexpr const char *OfError[] = {"name", "message"};
        if (parent == NodeKind::RegExp && node.row < std::size(OfRegExp))
            return QString::fromLatin1(OfRegExp[node.row]);
        if (parent == NodeKind::ErrorValue && node.row < std::size(OfError))
            return QString::fromLatin1(OfError[node.row]);
        break;
    }
    default:
        break;
    }
    if (node.kind == NodeKind::Failure)
        return QStringLiteral("undecoded");
    if (node.kind == NodeKind::Pair && node.childCount)
        return valueText(outline, outline.child(id, 0), Place::Nested);
    return QStringLiteral("value");
}

QString nodeValue(const Outline &outline, NodeId node)
{
    return valueText(outline, node, Place::Row);
}

QString nodeType(const Outline &outline, NodeId id)
{
    const OutlineNode &node = outline.at(id);
    switch (node.kind) {
    case NodeKind::Record:
        return QStringLiteral("record");
    case NodeKind::List:
        return QStringLiteral("list");
    case NodeKind::Unsigned:
    case NodeKind::Signed:
        return integerType(node);
    case NodeKind::Time:
        return QStringLiteral("time");
    case NodeKind::Choice:
        return QStringLiteral("choice");
    case NodeKind::Absent:
        return QStringLiteral("optional");
    case NodeKind::Boolean:
        return QStringLiteral("boolean");
    case NodeKind::Text:
    case NodeKind::JsonText:
        return QStringLiteral("string");
    case NodeKind::BadText:
        return QStringLiteral("bad string");
    case NodeKind::Bytes:
        return node.word ? QString::fromLatin1(node.word) : QStringLiteral("bytes");
    case NodeKind::Undefined:
        return QStringLiteral("undefined");
    case NodeKind::Null:
        return QStringLiteral("null");
    case NodeKind::Integer:
    case NodeKind::Float:
    case NodeKind::JsonNumber:
        return QStringLiteral("number");
    case NodeKind::BigInt:
    case NodeKind::NegativeBigInt:
        return QStringLiteral("bigint");
    case NodeKind::Array:
        return QStringLiteral("array");
    case NodeKind::Object:
        return QStringLiteral("object");
    case NodeKind::Map:
        return QStringLiteral("Map");
    case NodeKind::Pair:
        return QStringLiteral("entry");
    case NodeKind::Set:
        return QStringLiteral("Set");
    case NodeKind::Date:
        return QStringLiteral("Date");
    case NodeKind::RegExp:
        return QStringLiteral("RegExp");
    case NodeKind::ErrorValue:
        return QStringLiteral("Error");
    case NodeKind::TypedArray:
        return QString::fromLatin1(node.word);
    case NodeKind::Tagged:
        return QStringLiteral("tag %1").arg(node.number);
    case NodeKind::Failure:
        return codeName(outline.failures().at(qsizetype(node.number)).code);
    }
    Q_UNREACHABLE();
}

QString nodePath(const Outline &outline, NodeId top, NodeId node)
{
    QString path;
    for (NodeId at = node; at != top && at != NoNode && outline.at(at).parent != NoNode;
         at = outline.at(at).parent) {
        const QString name = nodeName(outline, at);
        const bool isItem = !outline.at(at).field && outline.at(at).key == NoNode;
        if (isItem && name.startsWith(u'['))
            path.prepend(name);
        else if (isWord(name))
            path.prepend(u'.' + name);
        else
            path.prepend(
                QStringLiteral("[%1]").arg(name.startsWith(u'"') ? name : u'"' + name + u'"'));
    }
    return path.startsWith(u'.') ? path.sliced(1) : path;
}

} // namespace greenroom
