#include "ActorId.h"

#include <QCryptographicHash>
#include <QRegularExpression>

#include <algorithm>

namespace greenroom {

namespace {

void appendEscape(QString &out, char16_t unit)
{
    out += QStringLiteral("\\u%1").arg(uint(unit), 4, 16, QLatin1Char('0'));
}

void appendJsonString(QString &out, const QString &text)
{
    out += u'"';
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const bool pair =
            c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
        if (pair) {
            out += c;
            out += text[++i];
            continue;
        }
        switch (c.unicode()) {
        case '"':
            out += QStringLiteral("\\\"");
            break;
        case '\\':
            out += QStringLiteral("\\\\");
            break;
        case '\b':
            out += QStringLiteral("\\b");
            break;
        case '\f':
            out += QStringLiteral("\\f");
            break;
        case '\n':
            out += QStringLiteral("\\n");
            break;
        case '\r':
            out += QStringLiteral("\\r");
            break;
        case '\t':
            out += QStringLiteral("\\t");
            break;
        default:
            if (c.unicode() < 0x20 || c.isSurrogate())
                appendEscape(out, c.unicode());
            else
                out += c;
        }
    }
    out += u'"';
}

bool isDeviceName(const QString &text)
{
    static const QRegularExpression device(
        QStringLiteral("^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?$"),
        QRegularExpression::CaseInsensitiveOption);
    return device.match(text).hasMatch();
}

bool isForbidden(QChar c)
{
    return c.unicode() < 0x20 || c.unicode() == 0x7f || c == u'/' || c == u'\\' || c == u':';
}

} // namespace

Result<ActorId> ActorId::fromText(const QString &text)
{
    const auto refuse = [](const QString &reason) {
        return fail(ErrorCode::BadActorId, QStringLiteral("not an actor id: ") + reason);
    };
    if (text.isEmpty())
        return refuse(QStringLiteral("it is empty"));
    if (text.size() > MaxBytes || text.toUtf8().size() > MaxBytes)
        return refuse(QStringLiteral("it is longer than %1 bytes").arg(MaxBytes));
    if (text == QLatin1String(".") || text == QLatin1String(".."))
        return refuse(QStringLiteral("\"%1\" names a folder").arg(text));
    if (std::any_of(text.begin(), text.end(), isForbidden))
        return refuse(QStringLiteral("it holds a separator or a control character"));
    if (!text.isValidUtf16())
        return refuse(QStringLiteral("it is not well-formed Unicode"));
    if (isDeviceName(text))
        return refuse(QStringLiteral("\"%1\" is the name of a device on Windows").arg(text));
    return ActorId(text);
}

QByteArray actorIdentityJson(const QString &name, const QStringList &key)
{
    QString out = QStringLiteral("[");
    appendJsonString(out, name);
    out += QStringLiteral(",[");
    for (qsizetype i = 0; i < key.size(); ++i) {
        if (i > 0)
            out += u',';
        appendJsonString(out, key[i]);
    }
    out += QStringLiteral("]]");
    return out.toUtf8();
}

ActorId ActorId::of(const QString &name, const QStringList &key)
{
    const QByteArray digest =
        QCryptographicHash::hash(actorIdentityJson(name, key), QCryptographicHash::Sha256);
    return ActorId(QString::fromLatin1(digest.toHex().first(16)));
}

} // namespace greenroom
