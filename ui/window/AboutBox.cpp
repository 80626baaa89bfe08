#include "AboutBox.h"

#include "Licences.h"
#include "ProgramIcon.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSysInfo>
#include <QTabWidget>

namespace greenroom {

namespace {

constexpr int IconSide = 64;

/// What to put into a report of a fault.
QString versionsOf(const AboutFacts &facts)
{
    return QStringLiteral("Greenroom %1, Qt %2 (%3), SQLite %4, %5")
        .arg(QCoreApplication::applicationVersion(), QString::fromLatin1(qVersion()),
             QGuiApplication::platformName(), facts.sqliteVersion, QSysInfo::prettyProductName());
}

QLabel *selectable(const QString &text)
{
    auto *label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setWordWrap(true);
    return label;
}

QLabel *muted(const QString &text)
{
    auto *label = new QLabel(text);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setWordWrap(true);
    return label;
}

} // namespace

AboutBox::AboutBox(const AboutFacts &facts, QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("About Greenroom"));
    auto *pages = new QTabWidget;
    pages->setAccessibleName(tr("About Greenroom"));
    pages->addTab(makeFactsPage(facts), tr("&This installation"));
    pages->addTab(makeLicencesPage(facts), tr("&Licences"));

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    QPushButton *copy = buttons->addButton(tr("&Copy versions"), QDialogButtonBox::ActionRole);
    copy->setToolTip(tr("For a report of a fault"));
    connect(copy, &QPushButton::clicked, this,
            [facts] { QGuiApplication::clipboard()->setText(versionsOf(facts)); });

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 20, 20, 14);
    layout->setSpacing(16);
    layout->addWidget(makeHead(facts));
    layout->addWidget(pages, 1);
    layout->addWidget(buttons);
    QPushButton *close = buttons->button(QDialogButtonBox::Close);
    close->setDefault(true);
    close->setFocus();
    resize(780, 500); // a licence's lines are 80 letters long
}

QWidget *AboutBox::makeHead(const AboutFacts &facts)
{
    auto *icon = new QLabel;
    icon->setPixmap(programIcon().pixmap(QSize(IconSide, IconSide), devicePixelRatioF()));

    auto *name = selectable(tr("Greenroom %1").arg(QCoreApplication::applicationVersion()));
    QFont large = name->font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    large.setBold(true);
    name->setFont(large);
    auto *what = new QLabel(tr("A desktop inspector and runtime for local actors."));
    what->setWordWrap(true);

    auto *text = new QVBoxLayout;
    text->setSpacing(3);
    text->addStretch();
    text->addWidget(name);
    text->addWidget(what);
    if (!facts.homePage.isEmpty())
        text->addWidget(selectable(facts.homePage));
    text->addStretch();

    auto *head = new QWidget;
    auto *layout = new QHBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    layout->addWidget(icon, 0, Qt::AlignTop);
    layout->addLayout(text, 1);
    return head;
}

QWidget *AboutBox::makeFactsPage(const AboutFacts &facts)
{
    auto *page = new QWidget;
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    form->setLabelAlignment(Qt::AlignRight | Qt::AlignTop);
    const auto add = [form](const QString &title, const QString &value) {
        if (value.isEmpty())
            return;
        QLabel *label = selectable(value);
        label->setAccessibleName(title);
        form->addRow(muted(title), label);
    };
    add(tr("Licence"), tr("Apache License 2.0"));
    add(tr("Qt"), QString::fromLatin1(qVersion()));
    add(tr("SQLite"), facts.sqliteVersion);
    add(tr("Settings"), facts.settingsFile);
    add(tr("Demo's folder"), facts.demoFolder);

    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->addLayout(form);
    layout->addStretch();
    layout->addWidget(muted(tr("Uninstalling leaves settings and storage folders as they are. "
                               "Greenroom has no network code: it sends nothing to anybody.")));
    return page;
}

QWidget *AboutBox::makeLicencesPage(const AboutFacts &facts)
{
    const QList<Licence> all = licences(facts.licencesFolder);
    auto *list = new QListWidget;
    list->setAccessibleName(tr("What Greenroom is built of"));
    for (const Licence &licence : all)
        list->addItem(licence.title);
    auto *terms = new QPlainTextEdit;
    terms->setAccessibleName(tr("Terms"));
    terms->setReadOnly(true);
    terms->setTabChangesFocus(true);
    QFont small = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    small.setPointSizeF(font().pointSizeF() * 0.9);
    terms->setFont(small);
    connect(list, &QListWidget::currentRowChanged, terms, [all, terms](int row) {
        if (row >= 0)
            terms->setPlainText(termsOf(all[row]));
    });
    list->setSpacing(3);
    list->setFixedWidth(130);
    list->setCurrentRow(0);

    auto *page = new QWidget;
    auto *layout = new QHBoxLayout(page);
    layout->setContentsMargins(10, 10, 10, 10);
    layout->setSpacing(10);
    layout->addWidget(list);
    layout->addWidget(terms, 1);
    return page;
}

void showAboutBox(const AboutFacts &facts, QWidget *parent)
{
    auto *box = new AboutBox(facts, parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace greenroom
