#include "AboutBox.h"
#include "Licences.h"
#include "Theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace greenroom;

class AboutBoxTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void itTellsWhatRunsAndWhereThingsAre();
    void whatIsNotKnownHasNoLine();
    void eachLicenceCanBeRead();
    void aBundlesLicencesAreListedBehind();
    void aLicenceThatIsGoneSaysSo();
    void versionsCanBeCopied();
    void itsButtonsHaveNoPictures();
    void everythingHasANameForScreenReaders();

private:
    [[nodiscard]] AboutFacts facts() const;
    void write(const QString &name, const QByteArray &bytes) const;

    std::unique_ptr<QTemporaryDir> m_bundled;
};

namespace {

QString textsOf(const AboutBox &box)
{
    QStringList texts;
    for (const QLabel *label : box.findChildren<QLabel *>())
        texts << label->text();
    return texts.join(u'\n');
}

} // namespace

void AboutBoxTest::init()
{
    QCoreApplication::setApplicationVersion(QStringLiteral("1.2.3"));
    m_bundled = std::make_unique<QTemporaryDir>();
}

void AboutBoxTest::cleanup()
{
    m_bundled.reset();
}

AboutFacts AboutBoxTest::facts() const
{
    return {.sqliteVersion = QStringLiteral("3.99.1"),
            .homePage = QStringLiteral("https://greenroom.example"),
            .licencesFolder = m_bundled->path(),
            .settingsFile = QStringLiteral("/home/me/.config/Greenroom/greenroom.conf"),
            .demoFolder = QStringLiteral("/home/me/.cache/greenroom/demo")};
}

void AboutBoxTest::write(const QString &name, const QByteArray &bytes) const
{
    QFile file(m_bundled->filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write a licence");
}

void AboutBoxTest::itTellsWhatRunsAndWhereThingsAre()
{
    const AboutBox box(facts());
    const QString texts = textsOf(box);
    for (const QString &text : {QStringLiteral("Greenroom 1.2.3"), QString::fromLatin1(qVersion()),
                                facts().sqliteVersion, facts().homePage, facts().settingsFile,
                                facts().demoFolder, QStringLiteral("Apache License 2.0")})
        QVERIFY2(texts.contains(text), qPrintable(text));
}

void AboutBoxTest::whatIsNotKnownHasNoLine()
{
    const AboutBox box(AboutFacts{});
    QVERIFY(!textsOf(box).contains(QStringLiteral("SQLite")));
    QVERIFY(!textsOf(box).contains(QStringLiteral("Settings")));
    QVERIFY(!textsOf(box).contains(QStringLiteral("http")));
}

void AboutBoxTest::eachLicenceCanBeRead()
{
    const AboutBox box(facts());
    auto *list = box.findChild<QListWidget *>();
    auto *terms = box.findChild<QPlainTextEdit *>();
    const QList<std::pair<QString, QString>> expected{
        {QStringLiteral("Greenroom"), QStringLiteral("Apache License")},
        {QStringLiteral("Qt"), QStringLiteral("Lesser General Public License, version 3")},
        {QStringLiteral("SQLite"), QStringLiteral("public domain")},
        {QStringLiteral("tl::expected"), QStringLiteral("CC0")}};
    QCOMPARE(list->count(), expected.size());
    for (int row = 0; row < list->count(); ++row) {
        list->setCurrentRow(row);
        QCOMPARE(list->item(row)->text(), expected[row].first);
        QVERIFY2(terms->toPlainText().contains(expected[row].second),
                 qPrintable(terms->toPlainText().left(200)));
    }
}

void AboutBoxTest::aBundlesLicencesAreListedBehind()
{
    write(QStringLiteral("libicu72"), "Unicode's terms\n");
    write(QStringLiteral("libb2-1.txt"), "b2's terms\n");
    QVERIFY(QDir(m_bundled->path()).mkdir(QStringLiteral("common-licenses")));
    write(QStringLiteral("common-licenses/GPL-2"), "the GNU GPL\n");
    const AboutBox box(facts());
    auto *list = box.findChild<QListWidget *>();
    QCOMPARE(list->count(), 7);
    QCOMPARE(list->item(6)->text(), QStringLiteral("GPL-2"));
    QCOMPARE(list->item(4)->text(), QStringLiteral("libb2-1"));
    list->setCurrentRow(5);
    QCOMPARE(list->item(5)->text(), QStringLiteral("libicu72"));
    QCOMPARE(box.findChild<QPlainTextEdit *>()->toPlainText(), QStringLiteral("Unicode's terms\n"));
}

void AboutBoxTest::aLicenceThatIsGoneSaysSo()
{
    const QString gone = m_bundled->filePath(QStringLiteral("gone"));
    const QString terms = termsOf({QStringLiteral("gone"), {}, gone});
    QVERIFY(terms.startsWith(gone));
    QVERIFY(terms.contains(QStringLiteral("cannot be read")));
}

void AboutBoxTest::versionsCanBeCopied()
{
    const AboutBox box(facts());
    for (QPushButton *button : box.findChildren<QPushButton *>()) {
        if (button->text().remove(u'&') == QLatin1String("Copy versions"))
            button->click();
    }
    const QString copied = QApplication::clipboard()->text();
    QVERIFY2(copied.startsWith(QStringLiteral("Greenroom 1.2.3, Qt %1 (offscreen), SQLite 3.99.1, ")
                                   .arg(QString::fromLatin1(qVersion()))),
             qPrintable(copied));
}

void AboutBoxTest::itsButtonsHaveNoPictures()
{
    applyTheme(ThemeChoice::Light);
    const AboutBox box(facts());
    for (const QPushButton *button : box.findChildren<QPushButton *>())
        QVERIFY2(button->icon().isNull(), qPrintable(button->text()));
}

void AboutBoxTest::everythingHasANameForScreenReaders()
{
    const AboutBox box(facts());
    for (const QWidget *widget : std::initializer_list<const QWidget *>{
             box.findChild<QListWidget *>(), box.findChild<QPlainTextEdit *>(),
             box.findChild<QTabWidget *>()})
        QVERIFY(!widget->accessibleName().isEmpty());
}

QTEST_MAIN(AboutBoxTest)
#include "AboutBoxTest.moc"
