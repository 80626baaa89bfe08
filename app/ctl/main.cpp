#include "Command.h"
#include "FolderSource.h"
#include "Output.h"

#include <QCoreApplication>

using namespace greenroom;
using namespace greenroom::ctl;

namespace {

QList<Command> allCommands()
{
    return {listCommand(), showCommand(), alarmsCommand(), kvListCommand(), kvGetCommand()};
}

QString generalHelp(const QList<Command> &commands)
{
    QString text = QStringLiteral(
        "Usage: greenroomctl COMMAND DIR [options]\n\n"
        "Looks into a storage folder of rivetkit's actors and leaves it as it is.\n\n"
        "Commands:\n");
    for (const Command &command : commands) {
        const QString call = (command.words + command.positionals).join(u' ');
        text += QStringLiteral("  %1  %2\n").arg(call, -24).arg(command.summary);
    }
    text +=
        QStringLiteral("\nACTOR is an actor's id, or NAME/KEYPART/… where that names only one.\n"
                       "\"greenroomctl COMMAND --help\" tells a command's options.\n"
                       "Exit codes: 0 done, 1 failed, 2 the command line is wrong.\n");
    return text;
}

int runCommand(const Command &command, const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(command.summary);
    parser.addOptions(command.options);
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")},
                                  QStringLiteral("Print this help."));
    parser.addOption(help);
    const bool parsed = parser.parse(arguments);
    if (parser.isSet(help)) {
        QString text = parser.helpText();
        text.remove(0, text.indexOf(u'\n')); // its first line names the program without the command
        print(QStringLiteral("Usage: %1").arg(command.usage()) + text);
        return finishOutput();
    }
    if (!parsed)
        return misuse(parser.errorText());
    if (parser.positionalArguments().size() != command.positionals.size())
        return misuse(QStringLiteral("usage: ") + command.usage());

    const Result<std::unique_ptr<FolderSource>> source =
        FolderSource::open(parser.positionalArguments().first());
    if (!source)
        return failWith(source.error());
    return command.run(**source, parser);
}

int runProgram(QStringList arguments)
{
    const QString program = arguments.takeFirst();
    const QList<Command> commands = allCommands();
    const QString first = arguments.value(0);
    if (first == QLatin1String("--version")) {
        print(QStringLiteral("greenroomctl " GREENROOM_VERSION "\n"));
        return finishOutput();
    }
    if (first == QLatin1String("--help") || first == QLatin1String("-h") ||
        first == QLatin1String("help")) {
        print(generalHelp(commands));
        return finishOutput();
    }
    for (const Command &command : commands) {
        if (arguments.first(std::min(arguments.size(), command.words.size())) == command.words)
            return runCommand(command, QStringList(program) + arguments.mid(command.words.size()));
    }
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
