#include "ImportActorDialog.h"

#include "ActorCommands.h"
#include "Banner.h"
#include "KeyPartsEdit.h"
#include "Printable.h"
#include "TimeText.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>

namespace greenroom {

ImportActorDialog::ImportActorDialog(ActorCommands &commands, const QString &bundleFile,
                                     std::function<bool(const QString &)> isThere, QWidget *parent)
    : QDialog(parent),
      m_commands(commands),
      m_bundleFile(bundleFile),
      m_isThere(std::move(isThere)),
      m_origin(new QLabel(tr("Reading %1…").arg(QFileInfo(bundleFile).fileName()))),
      m_name(new QLineEdit),
      m_key(new KeyPartsEdit),
      m_replace(new QCheckBox(tr("&Replace the actor that is there, with all it has"))),
      m_banner(new Banner)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Import an actor"));
    m_origin->setTextFormat(Qt::PlainText);
    m_origin->setWordWrap(true);
    m_origin->setForegroundRole(QPalette::PlaceholderText);
    m_name->setAccessibleName(tr("Name of the imported actor"));
    m_name->setMinimumWidth(340);
    m_replace->hide();

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_import = buttons->addButton(tr("Import"), QDialogButtonBox::AcceptRole);
    m_import->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &ImportActorDialog::import);

    auto *form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(12);
    form->addRow(tr("&Name"), m_name);
    form->addRow(tr("&Key"), m_key);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 20, 20, 16);
    layout->setSpacing(14);
    layout->addWidget(m_origin);
    layout->addLayout(form);
    layout->addWidget(m_banner);
    layout->addWidget(m_replace);
    layout->addWidget(buttons);

    connect(m_name, &QLineEdit::textChanged, this, &ImportActorDialog::check);
    connect(m_key, &KeyPartsEdit::changed, this, &ImportActorDialog::check);
    connect(m_replace, &QCheckBox::toggled, this, &ImportActorDialog::check);
    connect(&commands, &ActorCommands::bundleRead, this, &ImportActorDialog::show);
    connect(&commands, &ActorCommands::imported, this, &ImportActorDialog::ended);
    check();
    commands.readBundle(bundleFile);
}

void ImportActorDialog::show(const Result<BundleHead> &bundle)
{
    if (m_bundle)
        return;
    const Result<ActorRecord> record =
        bundle ? decodeActorRecord(bundle->record) : fail(bundle.error());
    if (!record) {
        m_origin->setText(QFileInfo(m_bundleFile).fileName());
        m_banner->tell(Tone::Danger, {tr("It cannot be imported: %1").arg(record.error().message)});
        return;
    }
    m_bundle = *bundle;
    m_record = *record;
    m_origin->setText(
        tr("%1, exported %2 by Greenroom %3, %4 its inspector token")
            .arg(QFileInfo(m_bundleFile).fileName(), exactTime(m_bundle->exportedAt),
                 printable(m_bundle->greenroom),
                 m_bundle->secrets == BundleHead::Secrets::Included ? tr("with") : tr("without")));
    m_name->setText(m_record.name);
    m_key->setParts(m_record.key);
    m_name->setFocus();
    check();
}

std::optional<ActorAddress> ImportActorDialog::address() const
{
    const ActorAddress given{m_name->text(), m_key->parts()};
    const bool isAsExported = given.name == m_record.name && given.key == m_record.key;
    return isAsExported ? std::nullopt : std::optional(given);
}

QString ImportActorDialog::targetFile() const
{
    const std::optional<ActorAddress> as = address();
    return as ? ActorId::of(as->name, as->key).text() : m_bundle->actorId;
}

void ImportActorDialog::check()
{
    const bool isThere = m_bundle && m_isThere(targetFile());
    m_replace->setVisible(isThere);
    if (m_bundle) {
        m_banner->tell(Tone::Warning,
                       isThere ? QStringList{tr("There is an actor of this name and key. Change "
                                                "one of them, or replace it.")}
                               : QStringList());
    }
    m_import->setEnabled(m_bundle && !m_name->text().isEmpty() && !m_isImporting &&
                         (!isThere || m_replace->isChecked()));
    // Once the layout has heard of it: text that wraps does not make a window grow by itself.
    QTimer::singleShot(0, this, &ImportActorDialog::fit);
}

void ImportActorDialog::fit()
{
    layout()->activate();
    resize(width(), layout()->totalHeightForWidth(width()));
}

void ImportActorDialog::import()
{
    ImportOptions options{.as = address()};
    if (m_replace->isVisible() && m_replace->isChecked())
        options.existing = ImportOptions::Existing::Replace;
    m_isImporting = true;
    m_import->setEnabled(false);
    m_import->setText(tr("Importing…"));
    m_commands.importActor(m_bundleFile, options);
}

void ImportActorDialog::ended(const Result<ImportOutcome> &outcome)
{
    if (!m_isImporting)
        return;
    m_isImporting = false;
    m_import->setText(tr("Import"));
    check();
    if (outcome) {
        Q_EMIT imported(outcome->id.text());
        accept();
    } else {
        m_banner->tell(Tone::Danger, {outcome.error().message});
    }
}

} // namespace greenroom
