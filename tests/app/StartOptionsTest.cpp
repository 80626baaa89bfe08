#include "StartOptions.h"
#include "QtArguments.h"

#include <QDir>
#include <QTest>

using namespace greenroom;

using Task = StartOptions::Task;
using Place = StartOptions::Place;
using Chooser = StartOptions::Chooser;

class StartOptionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theCommandLineSaysWhatToDo_data();
    void theCommandLineSaysWhatToDo();
    void aFolderIsResolvedAgainstTheCurrentOne();
    void aWrongCommandLineIsRefusedInASentence_data();
    void aWrongCommandLineIsRefusedInASentence();
    void helpTellsAllOptions();
    void qtsOwnOptionsAreLeftToQt_data();
    void qtsOwnOptionsAreLeftToQt();
    void qtIsToldOfThePlatform();
};

namespace {

Result<StartOptions> read(const QStringList &arguments)
{
    return readStartOptions(QStringList{QStringLiteral("greenroom")} + arguments);
}

struct Arguments
{
    explicit Arguments(const QStringList &words)
    {
        for (const QString &word : words)
            bytes << word.toLocal8Bit();
        for (QByteArray &word : bytes)
            pointers << word.data();
    }

    QList<QByteArray> bytes;
    QList<char *> pointers;
};

} // namespace

Q_DECLARE_METATYPE(Task)
Q_DECLARE_METATYPE(Place)
Q_DECLARE_METATYPE(Chooser)

void StartOptionsTest::theCommandLineSaysWhatToDo_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<Task>("task");
    QTest::addColumn<MainWindow::Mode>("mode");
    QTest::addColumn<Place>("place");
    QTest::addColumn<Chooser>("chooser");
    const auto row = [](const char *line, Task task, MainWindow::Mode mode = MainWindow::Mode::Look,
                        Place place = Place::AnyWindow, Chooser chooser = Chooser::Closed) {
        QTest::newRow(line) << QString::fromUtf8(line).split(u' ', Qt::SkipEmptyParts) << task
                            << mode << place << chooser;
    };
    const auto run = MainWindow::Mode::Run;
    row("", Task::Window);
    row("/folder", Task::Window);
    row("--run /folder", Task::Window, run);
    row("--demo", Task::Window, run, Place::OwnWindow);
    row("--plugin lib.so --run /folder", Task::Window, run, Place::OwnWindow);
    row("--new-window /folder", Task::Window, MainWindow::Mode::Look, Place::OwnWindow);
    row("--open", Task::Window, MainWindow::Mode::Look, Place::AnyWindow, Chooser::Open);
    row("--selftest", Task::SelfTest);
    row("--smoke /folder", Task::Smoke);
    row("--version", Task::Version);
    row("-v", Task::Version);
    row("--help", Task::Help);
    row("-h", Task::Help);
    // Who asks for help has something wrong already.
    row("--help --nonsense a b c", Task::Help);
}

void StartOptionsTest::theCommandLineSaysWhatToDo()
{
    QFETCH(QStringList, arguments);
    const Result<StartOptions> options = read(arguments);
    QVERIFY2(options, qPrintable(options ? QString() : options.error().message));
    QTEST(options->task, "task");
    QTEST(options->mode, "mode");
    QTEST(options->place, "place");
    QTEST(options->chooser, "chooser");
    const bool isNamed = arguments.contains(QStringLiteral("/folder"));
    QCOMPARE(options->folder, isNamed ? QStringLiteral("/folder") : QString());
}

void StartOptionsTest::aFolderIsResolvedAgainstTheCurrentOne()
{
    const Result<StartOptions> options = read({QStringLiteral("./some/../actors/")});
    QVERIFY(options);
    QCOMPARE(options->folder, QDir::currentPath() + QStringLiteral("/actors"));
    QCOMPARE(read({QStringLiteral("--"), QStringLiteral("--run")})->folder,
             QDir::currentPath() + QStringLiteral("/--run"));
}

void StartOptionsTest::aWrongCommandLineIsRefusedInASentence_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *title, const QStringList &arguments, const char *says) {
        QTest::newRow(title) << arguments << QString::fromUtf8(says);
    };
    row("unknown option", {QStringLiteral("--nonsense")}, "nonsense");
    row("unknown letter", {QStringLiteral("-x")}, "x");
    row("value missing", {QStringLiteral("--plugin")}, "plugin");
    row("two folders", {QStringLiteral("a"), QStringLiteral("b")}, "2 were named");
    row("empty folder", {QString()}, "empty");
    row("smoke without folder", {QStringLiteral("--smoke")}, "FOLDER");
    row("smoke and run", {QStringLiteral("--smoke"), QStringLiteral("--run"), QStringLiteral("a")},
        "alone");
    row("selftest and folder", {QStringLiteral("--selftest"), QStringLiteral("a")}, "no folder");
    row("selftest and demo", {QStringLiteral("--selftest"), QStringLiteral("--demo")}, "alone");
    row("open and folder", {QStringLiteral("--open"), QStringLiteral("a")}, "--open");
}

void StartOptionsTest::aWrongCommandLineIsRefusedInASentence()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const Result<StartOptions> options = read(arguments);
    QVERIFY(!options);
    QVERIFY2(options.error().message.contains(says), qPrintable(options.error().message));
    QVERIFY(!options.error().message.contains(u'\n'));
}

void StartOptionsTest::helpTellsAllOptions()
{
    const QString help = startHelp();
    for (const char *word :
         {"--help", "--version", "--run", "--plugin <LIB>", "--demo", "--open", "--new-window",
          "--selftest", "--smoke", "FOLDER", "greenroomctl", "-platform", "Exit codes"})
        QVERIFY2(help.contains(QString::fromUtf8(word)), word);
}

void StartOptionsTest::qtsOwnOptionsAreLeftToQt_data()
{
    QTest::addColumn<QStringList>("all");
    QTest::addColumn<QStringList>("own");
    QTest::addColumn<QStringList>("qts");
    const auto row = [](const char *all, const char *own, const char *qts) {
        const auto words = [](const char *line) {
            return QStringList{QStringLiteral("greenroom")} +
                   QString::fromUtf8(line).split(u' ', Qt::SkipEmptyParts);
        };
        QTest::newRow(all) << words(all) << words(own) << words(qts);
    };
    row("", "", "");
    row("--run folder", "--run folder", "");
    row("-platform offscreen folder", "folder", "-platform offscreen");
    row("folder --platform offscreen", "folder", "--platform offscreen");
    row("-style=fusion -stylesheet a.qss -reverse --run", "--run",
        "-style=fusion -stylesheet a.qss -reverse");
    row("-geometry 10x10 a", "a", "-geometry 10x10");
    // Qt has a -plugin of its own, for input devices.
    row("--plugin lib.so --run", "--plugin lib.so --run", "");
    row("--plugin -style", "--plugin -style", "");
    row("-plugin evdev", "", "-plugin evdev");
    row("-- -platform", "-- -platform", "");
    row("-platform", "", "-platform");
    row("-h", "-h", "");
}

void StartOptionsTest::qtsOwnOptionsAreLeftToQt()
{
    QFETCH(QStringList, all);
    Arguments arguments(all);
    QtArguments sorted(int(all.size()), arguments.pointers.data());
    QTEST(sorted.own(), "own");
    QStringList qts;
    for (int i = 0; i < sorted.argc(); ++i)
        qts << QString::fromLocal8Bit(sorted.argv()[i]);
    QTEST(qts, "qts");
    QCOMPARE(sorted.argv()[sorted.argc()], nullptr);
}

void StartOptionsTest::qtIsToldOfThePlatform()
{
    Arguments arguments({QStringLiteral("greenroom"), QStringLiteral("-platform"),
                         QStringLiteral("xcb"), QStringLiteral("a")});
    QCOMPARE(QtArguments(4, arguments.pointers.data()).platform(), QStringLiteral("xcb"));
}

QTEST_GUILESS_MAIN(StartOptionsTest)
#include "StartOptionsTest.moc"
