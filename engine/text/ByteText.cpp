#include "ByteText.h"

#include "Printable.h"

#include <QStringDecoder>

#include <algorithm>

namespace greenroom {

namespace {

constexpr qsizetype PreviewBytes = 120;
constexpr qsizetype DumpWidth = 16;

} // namespace

std::optional<QString> utf8Text(QByteArrayView bytes)
{
    // Asked first: the decoder takes a microsecond for each wrong byte.
    if (!QUtf8StringView(bytes.data(), bytes.size()).isValidUtf8())
        return std::nullopt;
    QStringDecoder decode(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless |
                                                    QStringDecoder::Flag::ConvertInitialBom);
    QString text = decode(bytes);
    if (decode.hasError())
        return std::nullopt;
    return text;
}

QByteArrayView withoutCutCharacter(QByteArrayView bytes)
{
    const auto isContinuation = [](char c) { return (quint8(c) & 0xc0) == 0x80; };
    qsizetype tail = 0;
    while (tail < 3 && tail < bytes.size() && isContinuation(bytes[bytes.size() - 1 - tail]))
        ++tail;
    if (tail == bytes.size())
        return bytes;
    const quint8 lead = quint8(bytes[bytes.size() - 1 - tail]);
    const qsizetype needed = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
    return needed > tail ? bytes.chopped(tail + 1) : bytes;
}

bool isReadable(QByteArrayView bytes)
{
    const auto isBinary = [](char c) {
        const quint8 byte = quint8(c);
        return (byte < 0x20 && c != '\n' && c != '\r' && c != '\t') || byte == 0x7f;
    };
    return std::none_of(bytes.begin(), bytes.end(), isBinary) && utf8Text(bytes);
}

QString visibleControls(const QString &text)
{
    QString out = text;
    for (QChar &c : out) {
        if (c.unicode() < 0x20 && c != u'\n' && c != u'\t')
            c = QChar(0x2400 + c.unicode());
        else if (c.unicode() == 0x7f)
            c = QChar(0x2421);
    }
    return out;
}

QString hexText(QByteArrayView bytes)
{
    return QString::fromLatin1(bytes.toByteArray().toHex(' '));
}

QString hexDump(QByteArrayView bytes)
{
    QString out;
    out.reserve((bytes.size() / DumpWidth + 1) * 77);
    for (qsizetype offset = 0; offset < bytes.size(); offset += DumpWidth) {
        const QByteArrayView line =
            bytes.sliced(offset, std::min(DumpWidth, bytes.size() - offset));
        QString ascii;
        for (const char c : line)
            ascii += c >= 0x20 && c < 0x7f ? QLatin1Char(c) : QLatin1Char('.');
        QString hex = hexText(line.first(std::min<qsizetype>(8, line.size())));
        if (line.size() > 8)
            hex += QStringLiteral("  ") + hexText(line.sliced(8));
        if (offset > 0)
            out += u'\n';
        out += QStringLiteral("%1  %2  %3")
                   .arg(offset, 8, 16, QLatin1Char('0'))
                   .arg(hex, -48)
                   .arg(ascii);
    }
    return out;
}

QString bytePreview(QByteArrayView bytes, bool isWhole)
{
    const bool cut = !isWhole || bytes.size() > PreviewBytes;
    QByteArrayView shown = bytes.first(std::min(bytes.size(), PreviewBytes));
    if (cut)
        shown = withoutCutCharacter(shown);
    const QString ellipsis = cut ? QStringLiteral(" …") : QString();
    if (isReadable(shown))
        return u'"' + printable(*utf8Text(shown)) + u'"' + ellipsis;
    return hexText(shown.first(std::min<qsizetype>(shown.size(), PreviewBytes / 2))) +
           (cut || shown.size() > PreviewBytes / 2 ? QStringLiteral(" …") : QString());
}

} // namespace greenroom
