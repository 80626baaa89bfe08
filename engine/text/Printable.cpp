#include "Printable.h"

#include <QList>

namespace greenroom {

namespace {

// Joiners shape emoji and some scripts; they are what the writer meant to be seen.
bool isJoiner(char32_t character)
{
    return character == 0x200c || character == 0x200d;
}

bool isHidden(char32_t character)
{
    switch (QChar::category(character)) {
    case QChar::Other_Control:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    case QChar::Other_Format:
        return !isJoiner(character);
    default:
        return false;
    }
}

} // namespace

QString escapeOf(char32_t character)
{
    switch (character) {
    case U'\\':
        return QStringLiteral("\\\\");
    case U'\n':
        return QStringLiteral("\\n");
    case U'\r':
        return QStringLiteral("\\r");
    case U'\t':
        return QStringLiteral("\\t");
    default:
        break;
    }
    return isHidden(character) ? QStringLiteral("\\u{%1}").arg(uint(character), 0, 16) : QString();
}

QString printable(const QString &text)
{
    QString out;
    out.reserve(text.size());
    for (const char32_t character : text.toUcs4()) {
        const QString escape = escapeOf(character);
        out += escape.isEmpty() ? QString::fromUcs4(&character, 1) : escape;
    }
    return out;
}

} // namespace greenroom
