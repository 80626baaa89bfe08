#include "ActorLookup.h"
#include "ActorReport.h"
#include "ByteText.h"
#include "Command.h"
#include "FolderAccess.h"
#include "JsonText.h"
#include "KvFile.h"
#include "KvKey.h"
#include "Output.h"

#include <QJsonArray>

namespace greenroom::ctl {

namespace {

QCommandLineOption rawOption()
{
    return {QStringLiteral("raw"),
            QStringLiteral("Allow keys that are not a user's: rivetkit's own, and unknown ones.")};
}

/// The keys that the command line names. Those of rivetkit itself are not changed by mistake.
Result<QList<QByteArray>> keysFrom(const QStringList &texts, const QCommandLineParser &arguments)
{
    QList<QByteArray> keys;
    for (const QString &text : texts) {
        const Result<QByteArray> key = storedKey(text, arguments);
        if (!key)
            return fail(key.error());
        if (kindOf(*key) != KeyKind::UserKv && !arguments.isSet(QStringLiteral("raw"))) {
            return fail(ErrorCode::NotSupported,
                        QStringLiteral("%1 is no user's key, which begins with 04; give --text if "
                                       "this is the key itself, or --raw to change it all the same")
                            .arg(text));
        }
        keys << *key;
    }
    return keys;
}

/// What stands on the command line as the value; none where it is a file.
Result<std::optional<QByteArray>> valueIn(const QCommandLineParser &arguments)
{
    const QStringList words = arguments.positionalArguments();
    const bool isFile = arguments.isSet(QStringLiteral("file"));
    if (isFile == (words.size() == 4)) {
        return fail(ErrorCode::NotSupported,
                    QStringLiteral("give either VALUE or --file, which may be - for standard "
                                   "input"));
    }
    if (isFile)
        return std::nullopt;
    if (!arguments.isSet(QStringLiteral("hex")))
        return words[3].toUtf8();
    if (const std::optional<QByteArray> bytes = bytesFromHex(words[3]))
        return bytes;
    return fail(ErrorCode::NotSupported,
                QStringLiteral("\"%1\": with --hex VALUE is hexadecimal digits").arg(words[3]));
}

QString hex(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toHex());
}

int runPut(const QCommandLineParser &arguments)
{
    const QStringList words = arguments.positionalArguments();
    const Result<QList<QByteArray>> keys = keysFrom({words[2]}, arguments);
    if (!keys)
        return misuse(keys.error().message);
    const Result<std::optional<QByteArray>> given = valueIn(arguments);
    if (!given)
        return misuse(given.error().message);
    const Result<QByteArray> value =
        *given ? Result<QByteArray>(**given) : contentOf(arguments.value(QStringLiteral("file")));
    if (!value)
        return failWith(value.error());

    const auto source = openToChange(words[0]);
    if (!source)
        return failWith(source.error());
    const Result<ActorId> id = findActor(**source, words[1]);
    if (!id)
        return failWith(id.error());
    const QByteArray key = keys->first();
    if (const Result<void> put = (*source)->putKv(*id, {{key, *value}}); !put)
        return failWith(put.error());
    if (arguments.isSet(QStringLiteral("json"))) {
        printBytes(compact({{QStringLiteral("actorId"), id->text()},
                            {QStringLiteral("keyHex"), hex(key)},
                            {QStringLiteral("bytes"), value->size()}}) +
                   '\n');
    } else {
        print(QStringLiteral("Stored %1 bytes under %2 of %3.\n")
                  .arg(value->size())
                  .arg(hex(key), actorTitle(**source, *id)));
    }
    return finishOutput();
}

int runDelete(const QCommandLineParser &arguments)
{
    const QStringList words = arguments.positionalArguments();
    const Result<QList<QByteArray>> keys = keysFrom(words.mid(2), arguments);
    if (!keys)
        return misuse(keys.error().message);
    const auto source = openToChange(words[0]);
    if (!source)
        return failWith(source.error());
    const Result<ActorId> id = findActor(**source, words[1]);
    if (!id)
        return failWith(id.error());

    QJsonArray missing;
    QJsonArray removed;
    for (const QByteArray &key : *keys) {
        const auto row = (*source)->kvRow(*id, {key, StorageClass::Blob}, 0, {});
        if (!row)
            return failWith(row.error());
        (*row ? removed : missing).append(hex(key));
    }
    if (const Result<void> done = (*source)->removeKv(*id, *keys); !done)
        return failWith(done.error());
    if (arguments.isSet(QStringLiteral("json"))) {
        printBytes(compact({{QStringLiteral("actorId"), id->text()},
                            {QStringLiteral("removed"), removed},
                            {QStringLiteral("missing"), missing}}) +
                   '\n');
        return finishOutput();
    }
    print(QStringLiteral("Removed %1 of %2 keys of %3.\n")
              .arg(removed.size())
              .arg(keys->size())
              .arg(actorTitle(**source, *id)));
    for (const QJsonValue &key : missing)
        print(QStringLiteral("%1 was not there.\n").arg(key.toString()));
    return finishOutput();
}

} // namespace

Command kvPutCommand()
{
    return {{QStringLiteral("kv"), QStringLiteral("put")},
            QStringLiteral("Store a value under a key of an actor."),
            {QStringLiteral("DIR"), QStringLiteral("ACTOR"), QStringLiteral("KEYHEX"),
             QStringLiteral("[VALUE]")},
            {textKeyOption(),
             rawOption(),
             {QStringLiteral("hex"), QStringLiteral("VALUE is hexadecimal digits, not text.")},
             {QStringLiteral("file"),
              QStringLiteral("Take the value from this file, - for standard input."),
              QStringLiteral("FILE")},
             jsonOption()},
            runPut,
            keyRemarks() + QStringLiteral("\nWrite -- before words that start with a hyphen. The "
                                          "actor is not started.")};
}

Command kvDeleteCommand()
{
    return {{QStringLiteral("kv"), QStringLiteral("delete")},
            QStringLiteral("Remove keys of an actor, all at once."),
            {QStringLiteral("DIR"), QStringLiteral("ACTOR"), QStringLiteral("KEYHEX…")},
            {textKeyOption(), rawOption(), jsonOption()},
            runDelete,
            keyRemarks() + QStringLiteral("\nKeys that are not there are said, and are no "
                                          "failure.")};
}

} // namespace greenroom::ctl
