#include "ActorExport.h"
#include "ActorLookup.h"
#include "ActorReport.h"
#include "Command.h"
#include "FolderAccess.h"
#include "FolderSource.h"
#include "JsonText.h"
#include "Output.h"

#include <QTemporaryFile>

#include <cstdio>

#ifdef Q_OS_UNIX
#    include <unistd.h>
#endif

namespace greenroom::ctl {

namespace {

using Secrets = BundleHead::Secrets;

bool isTerminal()
{
#ifdef Q_OS_UNIX
    return ::isatty(STDOUT_FILENO) == 1;
#else
    return false;
#endif
}

Secrets secretsOf(const QCommandLineParser &arguments)
{
    return arguments.isSet(QStringLiteral("with-secrets")) ? Secrets::Included : Secrets::LeftOut;
}

/// A bundle is begun anew when the actor is written to meanwhile, and a pipe keeps what it was
/// given: so it gets the finished one.
int exportToOutput(const ActorSource &source, const ActorId &id, Secrets secrets)
{
    QTemporaryFile file;
    if (!file.open()) {
        return failWith(
            {ErrorCode::Io,
             QStringLiteral("cannot make a temporary file: %1").arg(file.errorString())});
    }
    const Result<BundleSummary> exported = exportActor(source, id, file, secrets);
    if (!exported)
        return failWith(exported.error());
    if (!file.seek(0))
        return failWith({ErrorCode::Io, file.errorString()});
    for (QByteArray bytes; !(bytes = file.read(1024 * 1024)).isEmpty();)
        printBytes(bytes);
    return finishOutput();
}

int runExport(const ActorSource &source, const QCommandLineParser &arguments)
{
    const QStringList words = arguments.positionalArguments();
    const QString file = words.value(2, QStringLiteral("-"));
    const bool json = arguments.isSet(QStringLiteral("json"));
    const bool isPiped = file == QLatin1String("-");
    if (isPiped && json)
        return misuse(QStringLiteral("--json tells of a FILE; standard output has the bundle"));
    if (isPiped && isTerminal()) {
        return misuse(QStringLiteral("a bundle is nothing for a terminal; give a FILE, or send "
                                     "standard output to one"));
    }
    const Result<ActorId> id = findActor(source, words[1]);
    if (!id)
        return failWith(id.error());
    const Secrets secrets = secretsOf(arguments);
    if (isPiped)
        return exportToOutput(source, *id, secrets);
    const Result<BundleSummary> exported = exportActor(source, *id, file, secrets);
    if (!exported)
        return failWith(exported.error());
    const bool hasSecrets = secrets == Secrets::Included;
    if (json) {
        printBytes(compact({{QStringLiteral("actorId"), id->text()},
                            {QStringLiteral("file"), file},
                            {QStringLiteral("entries"), exported->totals.entries},
                            {QStringLiteral("bytes"), exported->totals.bytes},
                            {QStringLiteral("alarm"), exported->head.alarm.has_value()},
                            {QStringLiteral("secrets"), hasSecrets}}) +
                   '\n');
    } else {
        print(QStringLiteral("Exported %1 to %2: %3 key-values, %4 bytes.%5\n")
                  .arg(actorTitle(source, *id), file)
                  .arg(exported->totals.entries)
                  .arg(exported->totals.bytes)
                  .arg(hasSecrets ? QStringLiteral(" Its inspector token is in it: keep it secret.")
                                  : QString()));
    }
    return finishOutput();
}

/// What --as and --key say; none when neither is given.
Result<std::optional<ActorAddress>> addressIn(const QCommandLineParser &arguments)
{
    const QStringList key = arguments.values(QStringLiteral("key"));
    if (!arguments.isSet(QStringLiteral("as"))) {
        if (key.isEmpty())
            return std::nullopt;
        return fail(ErrorCode::NotSupported, QStringLiteral("--key goes with --as NAME"));
    }
    ActorAddress address{arguments.value(QStringLiteral("as")), key};
    if (key.isEmpty()) {
        address.key = address.name.split(u'/');
        address.name = address.key.takeFirst();
    }
    if (address.name.isEmpty())
        return fail(ErrorCode::NotSupported, QStringLiteral("--as needs a name in front"));
    return address;
}

/// Brings the actor in through whatever opens the folder with the least ado: a folder that is
/// there is only locked for it, another one is made.
Result<ImportOutcome> importInto(const QString &folder, const QString &file,
                                 const ImportOptions &options)
{
    if (const auto found = FolderSource::open(folder))
        return (*found)->importActor(file, options, {});
    if (const auto looked = lookAtBundle(file); !looked)
        return fail(looked.error());
    const auto made = openToMake(folder);
    return made ? (*made)->importActor(file, options, {}) : fail(made.error());
}

int runImport(const QCommandLineParser &arguments)
{
    const QStringList words = arguments.positionalArguments();
    const auto address = addressIn(arguments);
    if (!address)
        return misuse(address.error().message);
    ImportOptions options{.as = *address};
    if (arguments.isSet(QStringLiteral("replace")))
        options.existing = ImportOptions::Existing::Replace;
    const Result<ImportOutcome> imported = importInto(words[0], words[1], options);
    if (!imported)
        return failWith(imported.error());
    for (const QString &notice : imported->notices)
        complain(notice);
    const auto source = FolderSource::open(words[0]);
    if (!source)
        return failWith(source.error());
    return reportActor(**source, imported->id, arguments,
                       QStringLiteral("Imported %1.").arg(actorTitle(**source, imported->id)));
}

} // namespace

QCommandLineOption withSecretsOption()
{
    return {QStringLiteral("with-secrets"),
            QStringLiteral("Take the inspector token along, which is left out otherwise.")};
}

Command exportCommand()
{
    return {{QStringLiteral("export")},
            QStringLiteral("All there is to an actor, as one bundle file."),
            {QStringLiteral("DIR"), QStringLiteral("ACTOR"), QStringLiteral("[FILE]")},
            {withSecretsOption(), jsonOption()},
            runExport,
            QStringLiteral("A bundle holds the actor's record, key-values and alarm, and a "
                           "checksum; \"import\" makes an\nactor of it, here or elsewhere. FILE is "
                           "replaced; without it, or with -, the bundle goes to standard\noutput. "
                           "rivetkit makes a new inspector token for an actor that has none.")};
}

Command importCommand()
{
    return {{QStringLiteral("import")},
            QStringLiteral("Make an actor of a bundle; it is not started."),
            {QStringLiteral("DIR"), QStringLiteral("FILE")},
            {{QStringLiteral("as"),
              QStringLiteral("Give it another name and key; NAME alone is an empty key."),
              QStringLiteral("NAME/KEYPART/…")},
             {QStringLiteral("key"),
              QStringLiteral("A part of its new key, once for each; --as is the whole name then, "
                             "whatever is in it."),
              QStringLiteral("PART")},
             {QStringLiteral("replace"),
              QStringLiteral("Replace an actor of that name and key with all it has; without it "
                             "that is refused.")},
             jsonOption()},
            runImport,
            QStringLiteral("DIR is made if it is missing. Nothing is changed before the whole "
                           "bundle has proved good.")};
}

} // namespace greenroom::ctl
