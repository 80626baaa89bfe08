#include "JsonReader.h"

#include <algorithm>

namespace greenroom {

namespace {

constexpr int MaxDepth = 500;

class JsonReader
{
public:
    explicit JsonReader(OutlineBuilder &out) : m_out(out), m_bytes(out.bytes()) {}

    void run()
    {
        if (!m_bytes.isValidUtf8()) {
            fail(QStringLiteral("the text is not UTF-8"));
            return;
        }
        skipSpace();
        if (!value({}, 0))
            return;
        skipSpace();
        if (m_position < m_bytes.size())
            fail(QStringLiteral("something follows the value"));
    }

private:
    bool fail(const QString &reason, OutlineLabel label = {})
    {
        m_out.fail(
            {ErrorCode::BadJson, placeInText(m_bytes, m_position) + QStringLiteral(": ") + reason},
            {m_position, m_bytes.size() - m_position}, label);
        return false;
    }

    bool failTooComplex(const QString &reason, OutlineLabel label)
    {
        m_out.fail({ErrorCode::TooComplex, reason}, {m_position, m_bytes.size() - m_position},
                   label);
        return false;
    }

    [[nodiscard]] char peek() const
    {
        return m_position < m_bytes.size() ? m_bytes[m_position] : '\0';
    }

    bool take(char c)
    {
        if (m_position >= m_bytes.size() || m_bytes[m_position] != c)
            return false;
        ++m_position;
        return true;
    }

    void skipSpace()
    {
        while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t')
            ++m_position;
    }

    bool value(OutlineLabel label, int depth)
    {
        if (m_out.isFull()) {
            return failTooComplex(QStringLiteral("only the first %1 parts of a value are unfolded")
                                      .arg(Outline::MaxNodes),
                                  label);
        }
        if (depth > MaxDepth) {
            return failTooComplex(
                QStringLiteral("values nested deeper than %1 are not unfolded").arg(MaxDepth),
                label);
        }
        switch (peek()) {
        case '{':
            return container(NodeKind::Object, '}', label, [&] { return member(depth + 1); });
        case '[':
            return container(NodeKind::Array, ']', label, [&] { return value({}, depth + 1); });
        case '"':
            return text(label);
        case 't':
            return word("true", NodeKind::Boolean, label, 1);
        case 'f':
            return word("false", NodeKind::Boolean, label, 0);
        case 'n':
            return word("null", NodeKind::Null, label, 0);
        default:
            return number(label);
        }
    }

    template <class Each>
    bool container(NodeKind kind, char end, OutlineLabel label, Each each)
    {
        const NodeId id = m_out.open(kind, m_position, label);
        m_out.node(id).head = 1;
        ++m_position;
        skipSpace();
        if (!take(end)) {
            do {
                skipSpace();
                if (!each())
                    return false;
                skipSpace();
            } while (take(','));
            if (!take(end))
                return fail(QStringLiteral("a comma or \"%1\" is expected").arg(QLatin1Char(end)));
        }
        m_out.close(m_position);
        return true;
    }

    bool member(int depth)
    {
        if (peek() != '"')
            return fail(QStringLiteral("a member's name in quotes is expected"));
        if (!text({}))
            return false;
        const NodeId key = m_out.takeKey();
        skipSpace();
        if (!take(':'))
            return fail(QStringLiteral("a colon is expected behind the name"), {nullptr, key});
        skipSpace();
        return value({nullptr, key}, depth);
    }

    bool word(const char *word, NodeKind kind, OutlineLabel label, quint64 number)
    {
        const QByteArrayView expected(word);
        if (!QByteArrayView(m_bytes).sliced(m_position).startsWith(expected))
            return fail(QStringLiteral("a value is expected"), label);
        m_out.leaf(kind, {m_position, expected.size()}, label, number);
        m_position += expected.size();
        return true;
    }

    bool digits()
    {
        const qsizetype start = m_position;
        while (peek() >= '0' && peek() <= '9')
            ++m_position;
        return m_position > start;
    }

    bool number(OutlineLabel label)
    {
        const qsizetype start = m_position;
        take('-');
        const bool isZero = take('0');
        if (!isZero && !digits()) {
            m_position = start;
            return fail(QStringLiteral("a value is expected"), label);
        }
        if (take('.') && !digits())
            return fail(QStringLiteral("a digit is expected behind the point"), label);
        if (take('e') || take('E')) {
            if (!take('+'))
                take('-');
            if (!digits())
                return fail(QStringLiteral("a digit is expected in the exponent"), label);
        }
        m_out.leaf(NodeKind::JsonNumber, {start, m_position - start}, label);
        return true;
    }

    bool escape()
    {
        constexpr QByteArrayView Simple("\"\\/bfnrt");
        if (peek() != '\0' && Simple.contains(peek())) {
            ++m_position;
            return true;
        }
        if (!take('u'))
            return fail(QStringLiteral("this escape is unknown"));
        for (int i = 0; i < 4; ++i) {
            if (!std::isxdigit(quint8(peek())))
                return fail(QStringLiteral("four hexadecimal digits are expected behind \\u"));
            ++m_position;
        }
        return true;
    }

    bool text(OutlineLabel label)
    {
        const qsizetype start = m_position++;
        for (;;) {
            if (m_position >= m_bytes.size())
                return fail(QStringLiteral("the text has no closing quote"), label);
            const char c = m_bytes[m_position];
            if (quint8(c) < 0x20)
                return fail(QStringLiteral("a control must be written as an escape"), label);
            ++m_position;
            if (c == '"')
                break;
            if (c == '\\' && !escape())
                return false;
        }
        const NodeId id = m_out.leaf(NodeKind::JsonText, {start, m_position - start}, label);
        m_out.node(id).head = 1;
        return true;
    }

    OutlineBuilder &m_out;
    const QByteArray &m_bytes;
    qsizetype m_position = 0;
};

} // namespace

Outline outlineOfJson(const QByteArray &json)
{
    OutlineBuilder out(json);
    JsonReader(out).run();
    return out.finish(json.size());
}

QString jsonText(const Outline &outline, NodeId node)
{
    const QByteArrayView quoted = outline.content(node).chopped(1);
    if (!quoted.contains('\\'))
        return QString::fromUtf8(quoted);
    const QString escaped = QString::fromUtf8(quoted);
    QString text;
    for (qsizetype i = 0; i < escaped.size(); ++i) {
        if (escaped[i] != u'\\') {
            text += escaped[i];
            continue;
        }
        switch (escaped[++i].unicode()) {
        case u'b':
            text += u'\b';
            break;
        case u'f':
            text += u'\f';
            break;
        case u'n':
            text += u'\n';
            break;
        case u'r':
            text += u'\r';
            break;
        case u't':
            text += u'\t';
            break;
        case u'u':
            text += QChar(escaped.mid(i + 1, 4).toUShort(nullptr, 16));
            i += 4;
            break;
        default:
            text += escaped[i];
        }
    }
    return text;
}

QString placeInText(QByteArrayView utf8, qsizetype offset)
{
    const QByteArrayView before = utf8.first(std::clamp<qsizetype>(offset, 0, utf8.size()));
    const qsizetype lineStart = before.lastIndexOf('\n') + 1;
    const QByteArrayView line = before.sliced(lineStart);
    const auto begins = [](char c) { return (quint8(c) & 0xc0) != 0x80; };
    return QStringLiteral("line %1, column %2")
        .arg(std::count(before.begin(), before.end(), '\n') + 1)
        .arg(std::count_if(line.begin(), line.end(), begins) + 1);
}

} // namespace greenroom
