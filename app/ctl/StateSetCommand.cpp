#include "ActorLookup.h"
#include "ActorReport.h"
#include "CborReader.h"
#include "Command.h"
#include "EditText.h"
#include "FolderSource.h"
#include "KvFile.h"
#include "Output.h"
#include "StateSplice.h"

namespace greenroom::ctl {

namespace {

/// The edited state's CBOR.
Result<QByteArray> newState(const QByteArray &text, const QByteArray &before,
                            const QCommandLineParser &arguments)
{
    const ValueForm form =
        arguments.isSet(QStringLiteral("hex")) ? ValueForm::Hex : ValueForm::Cbor;
    const Result<QByteArray> cbor = editedBytes(form, QString::fromUtf8(text), before);
    if (!cbor)
        return cbor;
    const Outline outline = outlineOfCbor(*cbor);
    if (!outline.failures().isEmpty()) {
        return fail(outline.failures().first().of(
            QStringLiteral("the new state is no CBOR that the actor could read")));
    }
    return cbor;
}

int run(const QCommandLineParser &arguments)
{
    const QStringList words = arguments.positionalArguments();
    const bool isFile = arguments.isSet(QStringLiteral("file"));
    if (isFile == (words.size() == 3))
        return misuse(QStringLiteral("give either STATE or --file, which may be - for standard "
                                     "input"));
    const Result<QByteArray> text =
        isFile ? contentOf(arguments.value(QStringLiteral("file"))) : words[2].toUtf8();
    if (!text)
        return failWith(text.error());

    const auto source = FolderSource::open(words[0]);
    if (!source)
        return failWith(source.error());
    const Result<ActorId> id = findActor(**source, words[1]);
    if (!id)
        return failWith(id.error());
    const QByteArray key("\1");
    const auto row = (*source)->kvRow(*id, {key, StorageClass::Blob}, WholeValue, {});
    if (!row)
        return failWith(row.error());
    if (!*row) {
        return failWith({ErrorCode::NotFound,
                         QStringLiteral("%1: the actor keeps no state, key 01").arg(id->text())});
    }
    const Result<QByteArray> before = stateCbor((*row)->value);
    if (!before)
        return failWith(before.error().of(QStringLiteral("key 01")));
    const Result<QByteArray> after = newState(*text, *before, arguments);
    if (!after)
        return failWith(after.error());
    const Result<QByteArray> record = withState((*row)->value, *after);
    if (!record)
        return failWith(record.error());
    const auto outcome = (*source)->edit(*id, {{{key, (*row)->value, *record}}});
    if (!outcome)
        return failWith(outcome.error());
    if (!outcome->isApplied()) {
        return failWith({ErrorCode::NotSupported,
                         QStringLiteral("%1: the actor wrote its state meanwhile; nothing was "
                                        "changed, try again")
                             .arg(id->text())});
    }
    return reportActor(**source, *id, arguments,
                       QStringLiteral("The state of %1 has %2 bytes now, of %3.\n")
                           .arg(actorTitle(**source, *id))
                           .arg(after->size())
                           .arg(before->size()));
}

} // namespace

Command stateSetCommand()
{
    return {{QStringLiteral("state"), QStringLiteral("set")},
            QStringLiteral("Change an actor's state, and nothing else of it."),
            {QStringLiteral("DIR"), QStringLiteral("ACTOR"), QStringLiteral("[STATE]")},
            {{QStringLiteral("hex"), QStringLiteral("STATE is CBOR as hexadecimal digits.")},
             {QStringLiteral("file"),
              QStringLiteral("Take the state from this file, - for standard input."),
              QStringLiteral("FILE")},
             jsonOption()},
            run,
            QStringLiteral(
                "STATE is JSON in which what JSON lacks is tagged, as \"state\" prints it. What "
                "is not changed in it\nkeeps its bytes. The actor is not started; it must not "
                "run.")};
}

} // namespace greenroom::ctl
