#include "ActorLookup.h"
#include "ByteText.h"
#include "Command.h"
#include "DecodedRows.h"
#include "JsonText.h"
#include "KeyText.h"
#include "KvKey.h"
#include "Output.h"
#include "TextTable.h"

namespace greenroom::ctl {

namespace {

constexpr qint64 RowsPerPage = 1000;

// For people a line of a value is enough, and no more is read.
constexpr qint64 PreviewBytes = 256;

Secrets secretsWanted(const QCommandLineParser &arguments)
{
    return arguments.isSet(QStringLiteral("with-secrets")) ? Secrets::Shown : Secrets::Masked;
}

QStringList tableRow(const KvRow &row, Secrets secrets)
{
    const bool isMasked = secrets == Secrets::Masked && isSecret(row);
    return {kindTitle(kindOf(row)), keyMeaning(row), QString::number(row.valueSize),
            isMasked ? secretMask() : bytePreview(row.value, row.isWhole())};
}

/// Gives every row that @p query and @p limit allow to @p each, page by page.
/// True when the limit cut the list.
template <class Each>
Result<bool> forEachRow(const ActorSource &source, const ActorId &id, KvQuery query,
                        std::optional<qint64> limit, Each each)
{
    for (qint64 given = 0;;) {
        query.limit = limit ? std::min(RowsPerPage, *limit - given) : RowsPerPage;
        const Result<KvPage> page = source.kvPage(id, query);
        if (!page)
            return fail(page.error());
        for (const KvRow &row : page->rows)
            each(row);
        given += page->rows.size();
        if (!page->more || given == limit)
            return page->more;
        query.after = page->end();
    }
}

/// What --prefix says, as a range; complains and fails for anything but hexadecimal digits.
struct Prefix
{
    bool ok = true;
    std::optional<KvRange> range;
};
Prefix prefixOf(const QCommandLineParser &arguments)
{
    if (!arguments.isSet(QStringLiteral("prefix")))
        return {};
    const auto prefix = bytesFromHex(arguments.value(QStringLiteral("prefix")));
    if (!prefix)
        return {.ok = false, .range = {}};
    return {.ok = true,
            .range = prefix->isEmpty() ? std::nullopt : std::optional(KvRange::ofPrefix(*prefix))};
}

int misusedPrefix()
{
    return misuse(QStringLiteral("--prefix takes bytes as hexadecimal digits, such as 0401"));
}

QCommandLineOption prefixOption()
{
    return {QStringLiteral("prefix"), QStringLiteral("Only keys that start with these bytes."),
            QStringLiteral("HEX")};
}

int runList(const ActorSource &source, const QCommandLineParser &arguments)
{
    const Limit limit = limitOf(arguments);
    if (!limit.ok)
        return misuse(QStringLiteral("--limit takes a whole number, 0 or more"));
    KvQuery query;
    const Prefix prefix = prefixOf(arguments);
    if (!prefix.ok)
        return misusedPrefix();
    query.range = prefix.range;
    if (arguments.isSet(QStringLiteral("reverse")))
        query.order = KvOrder::Descending;
    const bool json = arguments.isSet(QStringLiteral("json"));
    if (!json)
        query.previewBytes = PreviewBytes;

    const Result<ActorId> id = findActor(source, arguments.positionalArguments().at(1));
    if (!id)
        return failWith(id.error());

    WorkflowNames names;
    if (json) {
        Result<WorkflowNames> found = readWorkflowNames(source, *id);
        if (!found)
            return failWith(found.error());
        names = std::move(*found);
    }

    const Secrets secrets = secretsWanted(arguments);
    // Nothing is printed before the first row is read: a failure leaves the output empty.
    std::optional<JsonList> list;
    TextTable table({QStringLiteral("PART"), QStringLiteral("KEY"), QStringLiteral("BYTES"),
                     QStringLiteral("VALUE")});
    const Result<bool> more = forEachRow(source, *id, query, limit.value, [&](const KvRow &row) {
        if (!json) {
            table.add(tableRow(row, secrets));
            return;
        }
        if (!list)
            list.emplace("entries");
        list->add(toJson(row, names, secrets));
    });
    if (!more)
        return failWith(more.error());
    if (json) {
        if (!list)
            list.emplace("entries");
        list->end({{QStringLiteral("truncated"), *more}});
    } else {
        print(table.text());
        if (*more)
            print(QStringLiteral("\nMore follow: raise --limit.\n"));
    }
    return finishOutput();
}

int runExport(const ActorSource &source, const QCommandLineParser &arguments)
{
    KvQuery query;
    const Prefix prefix = prefixOf(arguments);
    if (!prefix.ok)
        return misusedPrefix();
    query.range = prefix.range;
    const Result<ActorId> id = findActor(source, arguments.positionalArguments().at(1));
    if (!id)
        return failWith(id.error());
    const bool withSecrets = arguments.isSet(QStringLiteral("with-secrets"));
    const Result<bool> read = forEachRow(source, *id, query, {}, [&](const KvRow &row) {
        if (withSecrets || !isSecret(row))
            printBytes(compact(toJson(row)) + '\n');
    });
    return read ? finishOutput() : failWith(read.error());
}

int runGet(const ActorSource &source, const QCommandLineParser &arguments)
{
    const QString text = arguments.positionalArguments().at(2);
    const Result<QByteArray> key = storedKey(text, arguments);
    if (!key)
        return misuse(key.error().message);
    const Result<ActorId> id = findActor(source, arguments.positionalArguments().at(1));
    if (!id)
        return failWith(id.error());

    // What rivetkit would see first, then what another tool may have stored under the same text.
    for (const StorageClass keyClass : {StorageClass::Blob, StorageClass::Text}) {
        const Result<std::optional<KvRow>> row = source.kvRow(*id, {*key, keyClass});
        if (!row)
            return failWith(row.error());
        if (!*row)
            continue;
        const Secrets secrets = secretsWanted(arguments);
        if (arguments.isSet(QStringLiteral("json"))) {
            const Result<WorkflowNames> names = readWorkflowNames(source, *id);
            if (!names)
                return failWith(names.error());
            printBytes(toJson(**row, *names, secrets) + '\n');
        } else if (secrets == Secrets::Masked && isSecret(**row)) {
            return failWith({ErrorCode::NotSupported,
                             QStringLiteral("%1: this value is a secret; give --with-secrets to "
                                            "have it printed")
                                 .arg(text)});
        } else {
            printBytes((*row)->value);
        }
        return finishOutput();
    }
    return failWith({ErrorCode::NotFound,
                     QStringLiteral("%1: actor %2 has no such key").arg(text, id->text())});
}

} // namespace

Command kvListCommand()
{
    return {
        {QStringLiteral("kv"), QStringLiteral("list")},
        QStringLiteral("An actor's key-values in key order; with --json whole values, decoded."),
        {QStringLiteral("DIR"), QStringLiteral("ACTOR")},
        {prefixOption(),
         limitOption(QStringLiteral("entries; all without it")),
         {QStringLiteral("reverse"), QStringLiteral("From the last key to the first.")},
         withSecretsOption(),
         jsonOption()},
        runList};
}

Command kvExportCommand()
{
    return {{QStringLiteral("kv"), QStringLiteral("export")},
            QStringLiteral("An actor's key-values as JSON Lines, an object each."),
            {QStringLiteral("DIR"), QStringLiteral("ACTOR")},
            {prefixOption(), withSecretsOption()},
            runExport,
            QStringLiteral("Each line has keyHex, valueHex and kind, and keyType or valueType for "
                           "a side that is no blob, as\n\"kv list --json\" has them, in key "
                           "order. \"export\" keeps all else of an actor as well.")};
}

Command kvGetCommand()
{
    return {{QStringLiteral("kv"), QStringLiteral("get")},
            QStringLiteral("The bytes of one value, exactly, on standard output."),
            {QStringLiteral("DIR"), QStringLiteral("ACTOR"), QStringLiteral("KEYHEX")},
            {textKeyOption(), withSecretsOption(), jsonOption()},
            runGet,
            keyRemarks()};
}

} // namespace greenroom::ctl
