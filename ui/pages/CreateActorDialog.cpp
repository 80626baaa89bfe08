#include "CreateActorDialog.h"

#include "ActorCommands.h"
#include "Banner.h"
#include "JsonCbor.h"
#include "KeyPartsEdit.h"
#include "PresentationProxy.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace greenroom {

CreateActorDialog::CreateActorDialog(ActorCommands &commands, const QStringList &definitions,
                                     QWidget *parent)
    : QDialog(parent),
      m_commands(commands),
      m_definitions(definitions),
      m_name(new QComboBox),
      m_key(new KeyPartsEdit),
      m_input(new QPlainTextEdit),
      m_banner(new Banner)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Create an actor"));
    m_name->setEditable(true);
    m_name->addItems(definitions);
    m_name->setAccessibleName(tr("Name of the new actor"));
    m_name->setMinimumWidth(340);
    m_name->lineEdit()->setPlaceholderText(tr("The name of its definition"));
    m_input->setAccessibleName(tr("Input of the new actor, as JSON"));
    m_input->setPlaceholderText(tr("JSON, such as {\"start\": 5}; empty for none"));
    m_input->setFont(fixedFont());
    m_input->setTabChangesFocus(true);
    m_input->setMinimumHeight(110);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_create = buttons->addButton(tr("Create"), QDialogButtonBox::AcceptRole);
    m_create->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &CreateActorDialog::create);

    auto *form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(12);
    form->addRow(tr("&Name"), m_name);
    form->addRow(tr("&Key"), m_key);
    form->addRow(tr("&Input"), m_input);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 20, 20, 16);
    layout->setSpacing(14);
    layout->addLayout(form);
    layout->addWidget(m_banner);
    layout->addWidget(buttons);

    connect(m_name, &QComboBox::editTextChanged, this, &CreateActorDialog::check);
    connect(m_input, &QPlainTextEdit::textChanged, this, &CreateActorDialog::check);
    connect(&commands, &ActorCommands::created, this, &CreateActorDialog::ended);
    check();
}

void CreateActorDialog::check()
{
    const QString name = m_name->currentText();
    const QString input = m_input->toPlainText();
    const Result<QByteArray> cbor = input.trimmed().isEmpty() ? QByteArray() : cborOfJson(input);
    if (!cbor) {
        m_banner->tell(Tone::Warning,
                       {tr("The input cannot be used: %1").arg(cbor.error().message)});
    } else if (!name.isEmpty() && !m_definitions.contains(name)) {
        m_banner->tell(Tone::Calm, {tr("Nothing here is called %1: the actor is created, but "
                                       "cannot be started.")
                                        .arg(name)});
    } else {
        m_banner->tell(Tone::Calm, {});
    }
    m_create->setEnabled(cbor && !name.isEmpty() && !m_isCreating);
}

void CreateActorDialog::create()
{
    NewActor actor{m_name->currentText(), m_key->parts(), std::nullopt};
    if (const QString input = m_input->toPlainText(); !input.trimmed().isEmpty()) {
        const Result<QByteArray> cbor = cborOfJson(input);
        if (!cbor)
            return;
        actor.input = *cbor;
    }
    m_isCreating = true;
    m_create->setEnabled(false);
    m_create->setText(tr("Creating…"));
    m_commands.create(actor);
}

void CreateActorDialog::ended(const Result<ActorId> &id)
{
    if (!m_isCreating)
        return;
    m_isCreating = false;
    m_create->setText(tr("Create"));
    check();
    if (id) {
        Q_EMIT created(id->text());
        accept();
    } else {
        m_banner->tell(Tone::Danger, {id.error().message});
    }
}

} // namespace greenroom
