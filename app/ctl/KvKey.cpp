#include "KvKey.h"

#include "ByteText.h"

namespace greenroom::ctl {

QCommandLineOption textKeyOption()
{
    return {QStringLiteral("text"),
            QStringLiteral("The key is a user's own key as text, stored with 04 in front.")};
}

Result<QByteArray> storedKey(const QString &text, const QCommandLineParser &arguments)
{
    if (arguments.isSet(QStringLiteral("text")))
        return '\4' + text.toUtf8();
    if (const std::optional<QByteArray> key = bytesFromHex(text))
        return *key;
    return fail(ErrorCode::NotSupported,
                QStringLiteral("\"%1\": KEYHEX is a key as hexadecimal digits, such as 046c617374; "
                               "give --text for a user's own key as text")
                    .arg(text));
}

QString keyRemarks()
{
    return QStringLiteral("KEYHEX is the whole stored key, as \"kv list --json\" gives it: "
                          "046c617374 is the key \"last\" of\na user. With --text it is that key "
                          "itself: last.");
}

} // namespace greenroom::ctl
