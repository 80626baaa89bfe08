#include "StorageLayout.h"

#include <QDir>
#include <QScopeGuard>
#include <QSet>
#include <QTest>

using namespace greenroom;

class StorageLayoutTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFileHasItsPlace();
    void onlyTheExactSuffixIsTemporary_data();
    void onlyTheExactSuffixIsTemporary();
    void aTemporaryNameLiesBesideItsTarget();
    void theDefaultRootIsRivetkits_data();
    void theDefaultRootIsRivetkits();
    void theDataFolderFollowsTheEnvironment();
};

void StorageLayoutTest::everyFileHasItsPlace()
{
    const StorageLayout layout(QStringLiteral("/r"));
    const ActorId id = *ActorId::fromText(QStringLiteral("job.tmp.1"));
    QCOMPARE(layout.root(), QStringLiteral("/r"));
    QCOMPARE(layout.stateFolder(), QStringLiteral("/r/state"));
    QCOMPARE(layout.alarmFolder(), QStringLiteral("/r/alarms"));
    QCOMPARE(layout.databaseFolder(), QStringLiteral("/r/databases"));
    QCOMPARE(layout.stateFile(id), QStringLiteral("/r/state/job.tmp.1"));
    QCOMPARE(layout.alarmFile(id), QStringLiteral("/r/alarms/job.tmp.1"));
    const QString database = layout.databaseFile(id);
    QCOMPARE(database, QStringLiteral("/r/databases/job.tmp.1.db"));
    QCOMPARE(StorageLayout::walOf(database), QStringLiteral("/r/databases/job.tmp.1.db-wal"));
    QCOMPARE(StorageLayout::shmOf(database), QStringLiteral("/r/databases/job.tmp.1.db-shm"));
    QCOMPARE(StorageLayout::journalOf(database),
             QStringLiteral("/r/databases/job.tmp.1.db-journal"));
}

void StorageLayoutTest::onlyTheExactSuffixIsTemporary_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("temporary");

    const auto row = [](const char *name, bool temporary) {
        QTest::newRow(name) << QString::fromUtf8(name) << temporary;
    };
    row("a.tmp.25b13897-5140-4a33-8af9-e7144734cdfb", true);
    row("a.tmp.25B13897-5140-4A33-8AF9-E7144734CDFB", true);
    row("job.tmp.1.tmp.25b13897-5140-4a33-8af9-e7144734cdfb", true);
    row("job.tmp.1", false);
    row("x.tmpfile", false);
    row("x.tmp", false);
    row("x.tmp.", false);
    row("a.tmp.25b13897", false);
    row("a.tmp.25b13897-5140-4a33-8af9-e7144734cdfb.bak", false);
    row("a.tmp.25b13897-5140-4a33-8af9-e7144734cdfb0", false);
    row("a.tmp.25b13897-5140-4a33-8af9-e7144734cdf", false);
    row("a.tmp25b13897-5140-4a33-8af9-e7144734cdfb", false);
    row("a.tmp.{25b13897-5140-4a33-8af9-e7144734cdfb}", false);
    row("a.tmp.25b13897-5140-4a33-8af9-e7144734cdfb\n", false);
    row("25b13897-5140-4a33-8af9-e7144734cdfb", false);
    row("6b4ec915e185d8cb", false);
    row("", false);
}

void StorageLayoutTest::onlyTheExactSuffixIsTemporary()
{
    QFETCH(QString, name);
    QTEST(StorageLayout::isTemporary(name), "temporary");
}

void StorageLayoutTest::aTemporaryNameLiesBesideItsTarget()
{
    const QString target = QStringLiteral("/r/state/") + QString(ActorId::MaxBytes, u'L');
    QSet<QString> seen;
    for (int i = 0; i < 100; ++i) {
        const QString name = StorageLayout::temporaryFor(target);
        QVERIFY(name.startsWith(target));
        const QString fileName = name.section(u'/', -1);
        QVERIFY(StorageLayout::isTemporary(fileName));
        QCOMPARE_LE(fileName.toUtf8().size(), 255);
        seen.insert(name);
    }
    QCOMPARE(seen.size(), 100);
}

void StorageLayoutTest::theDefaultRootIsRivetkits_data()
{
    QTest::addColumn<QString>("workingFolder");
    QTest::addColumn<QString>("name");

    // Computed by node: sha256(path.resolve(cwd)) and path.basename().
    QTest::newRow("plain") << QStringLiteral("/home/me/project")
                           << QStringLiteral("project-225df309");
    QTest::newRow("slash at the end")
        << QStringLiteral("/home/me/project/") << QStringLiteral("project-225df309");
    QTest::newRow("not normalised")
        << QStringLiteral("/home/me/./a/../project") << QStringLiteral("project-225df309");
    QTest::newRow("beyond ASCII") << QStringLiteral("/srv/ключ 🦀")
                                  << QStringLiteral("ключ 🦀-995d5d1b");
    QTest::newRow("the root") << QStringLiteral("/") << QStringLiteral("-8a5edab2");
}

void StorageLayoutTest::theDefaultRootIsRivetkits()
{
#ifdef Q_OS_WIN
    QSKIP("the hashes are those of paths with slashes");
#endif
    QFETCH(QString, workingFolder);
    QFETCH(QString, name);
    QCOMPARE(StorageLayout::defaultRoot(workingFolder, QStringLiteral("/data")),
             QStringLiteral("/data/rivetkit/") + name);
}

void StorageLayoutTest::theDataFolderFollowsTheEnvironment()
{
#if !defined(Q_OS_LINUX)
    QSKIP("XDG_DATA_HOME is asked on Linux");
#endif
    const QByteArray before = qgetenv("XDG_DATA_HOME");
    const auto restore = qScopeGuard([&] {
        if (before.isNull())
            qunsetenv("XDG_DATA_HOME");
        else
            qputenv("XDG_DATA_HOME", before);
    });
    qputenv("XDG_DATA_HOME", "/elsewhere");
    QCOMPARE(StorageLayout::dataFolder(), QStringLiteral("/elsewhere"));
    QVERIFY(StorageLayout::defaultRoot(QStringLiteral("/p"))
                .startsWith(QStringLiteral("/elsewhere/rivetkit/p-")));
    const QString fallback = QDir::homePath() + QStringLiteral("/.local/share");
    qputenv("XDG_DATA_HOME", "");
    QCOMPARE(StorageLayout::dataFolder(), fallback);
    qunsetenv("XDG_DATA_HOME");
    QCOMPARE(StorageLayout::dataFolder(), fallback);
}

QTEST_GUILESS_MAIN(StorageLayoutTest)
#include "StorageLayoutTest.moc"
