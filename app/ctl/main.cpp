#include "Command.h"
#include "FolderSource.h"
#include "Output.h"

#include <QCoreApplication>

using namespace greenroom;
using namespace greenroom::ctl;

namespace {

QList<Command> lookingCommands()
{
    return {listCommand(),     showCommand(),     alarmsCommand(),      findCommand(),
            kvListCommand(),   kvGetCommand(),    kvExportCommand(),    stateCommand(),
            queueCommand(),    workflowCommand(), connectionsCommand(), tracesCommand(),
            dbTablesCommand(), dbRowsCommand(),   dbQueryCommand(),     dbExportCommand(),
            exportCommand()};
}

QList<Command> actingCommands()
{
    return {runCommand(),     createCommand(),   wakeCommand(),        sleepCommand(),
            destroyCommand(), alarmSetCommand(), alarmCancelCommand(), alarmFireCommand(),
            kvPutCommand(),   kvDeleteCommand(), stateSetCommand(),    importCommand()};
}

QString linesOf(const QList<Command> &commands)
{
    QString text;
    for (const Command &command : commands) {
        const QString call = (command.words + command.positionals).join(u' ');
        text += QStringLiteral("  %1  %2\n").arg(call, -32).arg(command.summary);
    }
    return text;
}

QString generalHelp()
{
    return QStringLiteral(
               "Usage: greenroomctl COMMAND DIR [options]\n\n"
               "Looks into a storage folder of rivetkit's actors, changes it, runs it.\n\n"
               "To look. These leave the folder as it is, whoever runs it:\n") +
           linesOf(lookingCommands()) +
           QStringLiteral("\nTo act. These fail, and say who it is, while another program runs the "
                          "folder:\n") +
           linesOf(actingCommands()) +
           QStringLiteral("\nACTOR is an actor's id, or NAME/KEYPART/… where that names only one.\n"
                          "\"greenroomctl COMMAND --help\" tells a command's options.\n"
                          "Exit codes: 0 done, 1 failed, 2 the command line is wrong.\n");
}

QString helpOf(const Command &command, const QCommandLineParser &parser)
{
    QString text = parser.helpText();
    text.remove(0, text.indexOf(u'\n')); // its first line names the program without the command
    if (!command.remarks.isEmpty())
        text += u'\n' + command.remarks + u'\n';
    return QStringLiteral("Usage: %1").arg(command.usage()) + text;
}

int look(Command::Look run, const QCommandLineParser &parser)
{
    const Result<std::unique_ptr<FolderSource>> source =
        FolderSource::open(parser.positionalArguments().first());
    if (!source)
        return failWith(source.error());
    return run(**source, parser);
}

int call(const Command &command, const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(command.summary);
    parser.addOptions(command.options);
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")},
                                  QStringLiteral("Print this help."));
    parser.addOption(help);
    const bool parsed = parser.parse(arguments);
    if (parser.isSet(help)) {
        print(helpOf(command, parser));
        return finishOutput();
    }
    if (!parsed)
        return misuse(parser.errorText());
    if (!command.takes(parser.positionalArguments().size()))
        return misuse(QStringLiteral("usage: ") + command.usage());

    if (const auto *looking = std::get_if<Command::Look>(&command.run))
        return look(*looking, parser);
    return std::get<Command::Act>(command.run)(parser);
}

int runProgram(QStringList arguments)
{
    const QString program = arguments.takeFirst();
    const QString first = arguments.value(0);
    if (first == QLatin1String("--version")) {
        print(QStringLiteral("greenroomctl " GREENROOM_VERSION "\n"));
        return finishOutput();
    }
    if (first == QLatin1String("--help") || first == QLatin1String("-h") ||
        first == QLatin1String("help")) {
        print(generalHelp());
        return finishOutput();
    }
    // The command with the most words: "state set" and not "state".
    const Command *called = nullptr;
    const QList<Command> commands = lookingCommands() + actingCommands();
    for (const Command &command : commands) {
        const QStringList words = arguments.first(std::min(arguments.size(), command.words.size()));
        if (words == command.words && (!called || called->words.size() < words.size()))
            called = &command;
    }
    if (called)
        return call(*called, QStringList(program) + arguments.mid(called->words.size()));
    if (arguments.isEmpty())
        return misuse(QStringLiteral("no command given; \"greenroomctl --help\" lists them"));
    return misuse(QStringLiteral("there is no command \"%1\"; \"greenroomctl --help\" lists them")
                      .arg(arguments.first(std::min<qsizetype>(arguments.size(), 2)).join(u' ')));
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("greenroomctl"));
    QCoreApplication::setApplicationVersion(QStringLiteral(GREENROOM_VERSION));
    return runProgram(QCoreApplication::arguments());
}
