#include "ExportActorDialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

namespace greenroom {

namespace {

constexpr qsizetype LongestName = 80;

/// A plain file name that tells which actor it is.
QString fileNameFor(const QString &actor)
{
    static const QRegularExpression unfit(QStringLiteral("[^\\w.@+=-]+"),
                                          QRegularExpression::UseUnicodePropertiesOption);
    QString name = actor;
    name.replace(unfit, QStringLiteral("-"));
    return name.left(LongestName) + QStringLiteral(".actor");
}

} // namespace

QString bundleFilter()
{
    return QObject::tr("Actors (*.actor);;All files (*)");
}

ExportActorDialog::ExportActorDialog(const QString &actor, QWidget *parent)
    : QDialog(parent),
      m_actor(actor),
      m_withSecrets(new QCheckBox(tr("Take its &inspector token along")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Export an actor"));
    auto *title = new QLabel(tr("Export %1").arg(actor));
    title->setTextFormat(Qt::PlainText);
    title->setWordWrap(true);
    QFont font = title->font();
    font.setPointSizeF(font.pointSizeF() * 1.2);
    font.setWeight(QFont::DemiBold);
    title->setFont(font);
    auto *text = new QLabel(tr("One file gets its record, its key-values and its alarm, to keep or "
                               "to hand to someone. “Import actor” makes an actor of it again."));
    text->setWordWrap(true);
    auto *secret =
        new QLabel(tr("The token is a secret that lets its holder inspect and change the "
                      "running actor. Without it, rivetkit makes a new one."));
    secret->setWordWrap(true);
    secret->setForegroundRole(QPalette::PlaceholderText);
    secret->setIndent(26);
    m_withSecrets->setAccessibleDescription(secret->text());

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton *choose = buttons->addButton(tr("Choose a &file…"), QDialogButtonBox::AcceptRole);
    choose->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportActorDialog::chooseFile);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 20, 20, 16);
    layout->setSpacing(10);
    for (QWidget *widget : std::initializer_list<QWidget *>{title, text, m_withSecrets, secret})
        layout->addWidget(widget);
    layout->addSpacing(6);
    layout->addWidget(buttons);
    setMinimumWidth(440);
    choose->setFocus();
}

void ExportActorDialog::chooseFile()
{
    auto *files = new QFileDialog(this, tr("Export %1").arg(m_actor), {}, bundleFilter());
    files->setAttribute(Qt::WA_DeleteOnClose);
    files->setAcceptMode(QFileDialog::AcceptSave); // asks before it takes one that is there
    files->setDefaultSuffix(QStringLiteral("actor"));
    files->selectFile(fileNameFor(m_actor));
    connect(files, &QFileDialog::fileSelected, this, [this](const QString &file) {
        Q_EMIT chosen(file, m_withSecrets->isChecked() ? BundleHead::Secrets::Included
                                                       : BundleHead::Secrets::LeftOut);
        accept();
    });
    files->open();
}

} // namespace greenroom
