#include "WelcomePage.h"

#include "Banner.h"
#include "SvgIcon.h"

#include <QCommandLinkButton>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace greenroom {

namespace {

constexpr int ColumnWidth = 520;
constexpr qsizetype MaxRecent = 5;

} // namespace

WelcomePage::WelcomePage(QWidget *parent)
    : QWidget(parent),
      m_problem(new Banner),
      m_recentTitle(new QLabel(tr("Opened lately"))),
      m_recent(new QVBoxLayout)
{
    auto *logo = new QLabel;
    logo->setPixmap(programIcon().pixmap(QSize(72, 72)));
    auto *title = new QLabel(QStringLiteral("Greenroom"));
    QFont font = title->font();
    font.setPointSizeF(font.pointSizeF() * 2);
    font.setWeight(QFont::DemiBold);
    title->setFont(font);
    auto *text = new QLabel(tr("See your local actors as they are: their lifecycle, alarms and "
                               "key-values, without waking them and without changing a byte."));
    text->setWordWrap(true);
    auto *open =
        new QPushButton(svgIcon(QStringLiteral("open-folder")), tr("Open a storage folder…"));
    open->setDefault(true);
    connect(open, &QPushButton::clicked, this, &WelcomePage::openRequested);
    auto *hint =
        new QLabel(tr("Or drop one here. rivetkit keeps the actors of a project in "
                      "~/.local/share/rivetkit; start Greenroom in the project's folder to "
                      "open them at once."));
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);
    m_recentTitle->setForegroundRole(QPalette::PlaceholderText);
    m_recent->setSpacing(0);

    auto *column = new QWidget;
    column->setFixedWidth(ColumnWidth);
    auto *layout = new QVBoxLayout(column);
    layout->setSpacing(12);
    layout->addStretch(2);
    layout->addWidget(logo);
    layout->addWidget(title);
    layout->addWidget(text);
    layout->addSpacing(4);
    layout->addWidget(m_problem);
    layout->addWidget(open, 0, Qt::AlignLeft);
    layout->addWidget(hint);
    layout->addSpacing(8);
    layout->addWidget(m_recentTitle);
    layout->addLayout(m_recent);
    layout->addStretch(3);

    auto *outer = new QHBoxLayout(this);
    outer->addStretch();
    outer->addWidget(column);
    outer->addStretch();
    showRecent({});
}

void WelcomePage::showRecent(const QStringList &folders)
{
    while (QLayoutItem *item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const QString &folder : folders.first(std::min(MaxRecent, folders.size()))) {
        auto *button = new QCommandLinkButton(QFileInfo(folder).fileName(), folder);
        button->setIcon(svgIcon(QStringLiteral("open-folder"), Tone::Accent));
        connect(button, &QCommandLinkButton::clicked, this,
                [this, folder] { Q_EMIT folderChosen(folder); });
        m_recent->addWidget(button);
    }
    m_recentTitle->setVisible(!folders.isEmpty());
}

void WelcomePage::showProblem(const QString &message)
{
    m_problem->tell(Tone::Danger, message.isEmpty() ? QStringList() : QStringList(message));
}

} // namespace greenroom
