#include "ValuePath.h"

#include "TaggedJson.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QTimeZone>

#include <bit>
#include <cmath>

namespace greenroom {

namespace {

const QLatin1String AnyOne("*");
const QLatin1String AnyNumber("**");

/// A member's name, or an item's number.
QString segmentOf(const Outline &outline, NodeId node)
{
    const OutlineNode &named = outline.at(node);
    if (named.key != NoNode)
        return plainText(outline, named.key).value_or(QString());
    if (named.field)
        return QString::fromUtf8(named.field);
    return QString::number(named.row);
}

class PathReader
{
public:
    explicit PathReader(const QString &text) : m_text(text) {}

    Result<ValueTerm> run()
    {
        ValueTerm term;
        while (m_at < m_text.size()) {
            const QChar c = m_text[m_at];
            if (c == u'.') {
                ++m_at;
                const QString word = takeWord();
                if (word.isEmpty())
                    return bad(QStringLiteral("a name is expected behind the point"));
                term.path << word;
            } else if (c == u'[') {
                const std::optional<QString> segment = takeBracket();
                if (!segment)
                    return bad(QStringLiteral("[3], [*] or [\"name\"] is expected"));
                term.path << *segment;
            } else {
                return comparison(std::move(term));
            }
        }
        return term;
    }

private:
    tl::unexpected<Error> bad(const QString &reason) const
    {
        return fail(
            ErrorCode::BadSearch,
            QStringLiteral("\"%1\", character %2: %3").arg(m_text).arg(m_at + 1).arg(reason));
    }

    QString takeWord()
    {
        const qsizetype start = m_at;
        while (m_at < m_text.size() && !QStringLiteral(".[=!~<>").contains(m_text[m_at]))
            ++m_at;
        return m_text.sliced(start, m_at - start);
    }

    std::optional<QString> takeBracket()
    {
        ++m_at;
        if (m_at < m_text.size() && m_text[m_at] == u'"') {
            QString name;
            for (++m_at; m_at < m_text.size() && m_text[m_at] != u'"'; ++m_at) {
                if (m_text[m_at] == u'\\' && m_at + 1 < m_text.size())
                    ++m_at;
                name += m_text[m_at];
            }
            if (!m_text.sliced(std::min(m_at, m_text.size())).startsWith(QLatin1String("\"]")))
                return std::nullopt;
            m_at += 2;
            return name;
        }
        const qsizetype end = m_text.indexOf(u']', m_at);
        if (end <= m_at)
            return std::nullopt;
        const QString segment = m_text.sliced(m_at, end - m_at);
        m_at = end + 1;
        return segment;
    }

    Result<ValueTerm> comparison(ValueTerm term)
    {
        using Compare = ValueTerm::Compare;
        const QStringView rest = QStringView(m_text).sliced(m_at);
        qsizetype size = 1;
        if (rest.startsWith(QLatin1String("!="))) {
            term.compare = Compare::NotEqual;
            size = 2;
        } else if (rest.startsWith(u'=')) {
            term.compare = Compare::Equal;
        } else if (rest.startsWith(u'~')) {
            term.compare = Compare::Contains;
        } else if (rest.startsWith(u'<')) {
            term.compare = Compare::Less;
        } else if (rest.startsWith(u'>')) {
            term.compare = Compare::Greater;
        } else {
            return bad(QStringLiteral("a point, a bracket or one of = != ~ < > is expected"));
        }
        term.value = rest.sliced(size).toString();
        return term;
    }

    const QString m_text;
    qsizetype m_at = 0;
};

/// A number, or a date's milliseconds.
std::optional<double> numberOf(const Outline &outline, NodeId id)
{
    const OutlineNode &node = outline.at(id);
    switch (node.kind) {
    case NodeKind::Float:
    case NodeKind::Date:
        return std::bit_cast<double>(node.number);
    case NodeKind::Integer:
    case NodeKind::Signed:
    case NodeKind::Time:
        return double(qint64(node.number));
    case NodeKind::Unsigned:
        return double(node.number);
    case NodeKind::BigInt:
    case NodeKind::NegativeBigInt:
        return bigIntDigits(outline, id).toDouble();
    default:
        return std::nullopt;
    }
}

std::optional<double> numberOf(const QString &text)
{
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    if (isNumber)
        return number;
    const QDateTime time = QDateTime::fromString(text, Qt::ISODateWithMs);
    return time.isValid() ? std::optional(double(time.toMSecsSinceEpoch())) : std::nullopt;
}

/// How two whole numbers compare digit by digit, however long; none for other text.
std::optional<int> compareWhole(const QString &a, const QString &b)
{
    static const QRegularExpression whole(QStringLiteral("^-?(0|[1-9][0-9]*)$"));
    if (!whole.match(a).hasMatch() || !whole.match(b).hasMatch())
        return std::nullopt;
    const bool isNegative = a.startsWith(u'-');
    if (isNegative != b.startsWith(u'-'))
        return isNegative ? -1 : 1;
    const int order = a.size() != b.size() ? (a.size() < b.size() ? -1 : 1) : a.compare(b);
    return isNegative ? -order : order;
}

bool holds(const Outline &outline, NodeId node, const ValueTerm &term)
{
    using Compare = ValueTerm::Compare;
    if (term.compare == Compare::Exists)
        return true;
    if (term.compare == Compare::Less || term.compare == Compare::Greater) {
        const bool wantsLess = term.compare == Compare::Less;
        const std::optional<double> there = numberOf(outline, node);
        const std::optional<double> wanted = numberOf(term.value);
        if (!there || !wanted)
            return false;
        const std::optional<QString> text = plainText(outline, node);
        const std::optional<int> order = text ? compareWhole(*text, term.value) : std::nullopt;
        if (order)
            return wantsLess ? *order < 0 : *order > 0;
        return wantsLess ? *there < *wanted : *there > *wanted;
    }
    const std::optional<QString> text = plainText(outline, node);
    if (!text)
        return false;
    const bool isDate = outline.at(node).kind == NodeKind::Date;
    const bool isEqual = *text == term.value || (isDate && numberOf(term.value) &&
                                                 *numberOf(term.value) == *numberOf(outline, node));
    switch (term.compare) {
    case Compare::Equal:
        return isEqual;
    case Compare::NotEqual:
        return !isEqual;
    default:
        return text->contains(term.value, Qt::CaseInsensitive);
    }
}

NodeId findFrom(const Outline &outline, NodeId node, const ValueTerm &term, qsizetype depth)
{
    if (depth == term.path.size())
        return holds(outline, node, term) ? node : NoNode;
    const QString &segment = term.path[depth];
    const bool isAnyNumber = segment == AnyNumber;
    if (isAnyNumber) {
        if (const NodeId here = findFrom(outline, node, term, depth + 1); here != NoNode)
            return here;
    }
    for (quint32 row = 0; row < outline.at(node).childCount; ++row) {
        const NodeId child = outline.child(node, row);
        if (outline.at(child).kind == NodeKind::Failure)
            continue;
        if (!isAnyNumber && segment != AnyOne && segment != segmentOf(outline, child))
            continue;
        const NodeId found = findFrom(outline, child, term, isAnyNumber ? depth : depth + 1);
        if (found != NoNode)
            return found;
    }
    return NoNode;
}

} // namespace

Result<ValueTerm> ValueTerm::parse(const QString &text)
{
    return PathReader(text).run();
}

NodeId findValue(const Outline &outline, NodeId top, const ValueTerm &term)
{
    return top == NoNode ? NoNode : findFrom(outline, top, term, 0);
}

std::optional<QString> plainText(const Outline &outline, NodeId id)
{
    const OutlineNode &node = outline.at(id);
    switch (node.kind) {
    case NodeKind::Text:
        return QString::fromUtf8(outline.content(id));
    case NodeKind::Integer:
    case NodeKind::Signed:
    case NodeKind::Time:
        return QString::number(qint64(node.number));
    case NodeKind::Unsigned:
        return QString::number(node.number);
    case NodeKind::Float:
        return QString::fromLatin1(doubleDigits(std::bit_cast<double>(node.number)));
    case NodeKind::BigInt:
    case NodeKind::NegativeBigInt:
        return QString::fromLatin1(bigIntDigits(outline, id));
    case NodeKind::Boolean:
        return node.number ? QStringLiteral("true") : QStringLiteral("false");
    case NodeKind::Null:
        return QStringLiteral("null");
    case NodeKind::Undefined:
        return QStringLiteral("undefined");
    case NodeKind::Bytes:
    case NodeKind::BadText:
        return QString::fromLatin1(outline.content(id).toByteArray().toHex());
    case NodeKind::Choice:
        return QString::fromLatin1(node.word);
    case NodeKind::Date: {
        const double ms = std::bit_cast<double>(node.number);
        if (std::isnan(ms))
            return QStringLiteral("Invalid Date");
        return QDateTime::fromMSecsSinceEpoch(qint64(ms), QTimeZone::utc())
            .toString(Qt::ISODateWithMs);
    }
    default:
        return std::nullopt;
    }
}

} // namespace greenroom
