#include "ValueEditor.h"

#include "Banner.h"
#include "CborReader.h"
#include "EditText.h"
#include "HexText.h"
#include "PresentationProxy.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QShortcut>
#include <QStandardItemModel>
#include <QTextBlock>
#include <QVBoxLayout>

namespace greenroom {

using namespace std::chrono_literals;

namespace {

constexpr auto CheckPause = 120ms;

static_assert(std::size(EditForms) == EditableValue::Forms);

QString titleOf(ValueForm form)
{
    return form == ValueForm::Cbor ? ValueEditor::tr("CBOR, as JSON") : formTitle(form);
}

/// A state that rivetkit cannot read would keep the actor from starting.
Result<QByteArray> checked(EditableValue::Kind kind, const Result<QByteArray> &bytes)
{
    if (!bytes || kind == EditableValue::Kind::Anything)
        return bytes;
    const Outline outline = outlineOfCbor(*bytes);
    if (outline.failures().isEmpty())
        return bytes;
    return fail(outline.failures().first().of(
        QStringLiteral("these bytes are no CBOR that the actor could read")));
}

} // namespace

EditableValue EditableValue::of(const QByteArray &bytes, Kind kind)
{
    ValueForm form = ValueForm::Text;
    if (kind == Kind::State)
        form = editText(ValueForm::Cbor, bytes) ? ValueForm::Cbor : ValueForm::Hex;
    else if (!bytes.isEmpty())
        form = editFormOf(bytes);
    const Result<EditableValue> value = of(bytes, kind, form);
    return value ? *value : EditableValue{.kind = kind, .bytes = bytes};
}

Result<EditableValue> EditableValue::of(const QByteArray &bytes, Kind kind, ValueForm form)
{
    EditableValue value{.kind = kind, .bytes = bytes, .form = form};
    for (size_t i = 0; i < Forms; ++i) {
        const ValueForm other = EditForms[i];
        const bool fitsKind =
            kind == Kind::Anything || other == ValueForm::Cbor || other == ValueForm::Hex;
        if (!fitsKind) {
            value.problems[i] = ValueEditor::tr("A state is CBOR.");
            continue;
        }
        // Something new may be written in any form.
        Result<QString> text =
            bytes.isEmpty() ? Result<QString>(QString()) : editText(other, bytes);
        if (!text)
            value.problems[i] = text.error().message;
        if (other != form)
            continue;
        if (!text)
            return fail(text.error());
        value.text = *text;
    }
    return value;
}

ValueEditor::ValueEditor(SourceReader &reader, const QString &title, const EditableValue &value,
                         Subject subject, Stage stage, QWidget *parent)
    : QDialog(parent),
      m_reader(reader),
      m_subject(subject),
      m_stage(std::move(stage)),
      m_original(value.bytes),
      m_key(new QLineEdit),
      m_keyForm(new QComboBox),
      m_form(new QComboBox),
      m_edit(new QPlainTextEdit),
      m_size(new QLabel),
      m_banner(new Banner)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(subject == Subject::NewKey                 ? tr("Add a key")
                   : value.kind == EditableValue::Kind::State ? tr("Edit the state")
                                                              : tr("Edit the value"));
    m_pause.setSingleShot(true);
    m_pause.setInterval(CheckPause);
    setUp(title);
    connect(&m_pause, &QTimer::timeout, this, &ValueEditor::check);
    connect(m_edit, &QPlainTextEdit::textChanged, this, &ValueEditor::typed);
    connect(m_key, &QLineEdit::textChanged, this, &ValueEditor::typed);
    connect(m_keyForm, &QComboBox::currentIndexChanged, this, &ValueEditor::typed);
    connect(m_form, &QComboBox::activated, this, &ValueEditor::chooseForm);
    fill(value);
    m_key->setVisible(subject == Subject::NewKey);
    m_keyForm->setVisible(subject == Subject::NewKey);
    if (subject == Subject::NewKey)
        m_key->setFocus();
    else
        m_edit->setFocus();
    resize(720, 520);
}

void ValueEditor::setUp(const QString &title)
{
    auto *heading = new QLabel(title);
    heading->setTextFormat(Qt::PlainText);
    heading->setTextInteractionFlags(Qt::TextSelectableByMouse);
    heading->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    QFont font = heading->font();
    font.setWeight(QFont::DemiBold);
    heading->setFont(font);
    for (const ValueForm form : EditForms)
        m_form->addItem(titleOf(form), int(form));
    m_form->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_form->setAccessibleName(tr("Form to edit in"));
    m_key->setAccessibleName(tr("The new key"));
    m_key->setPlaceholderText(tr("Key, such as users/7"));
    m_key->setFont(fixedFont());
    m_keyForm->addItems({tr("Text"), tr("Hex")});
    m_keyForm->setAccessibleName(tr("Form of the key"));
    m_keyForm->setToolTip(
        tr("As text, \\n, \\t, \\\\, \\xff and \\u{2028} stand for what cannot be "
           "typed."));
    m_edit->setAccessibleName(tr("Value to edit"));
    m_edit->setFont(fixedFont());
    m_edit->setTabChangesFocus(true);
    m_size->setForegroundRole(QPalette::PlaceholderText);

    auto *top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(heading, 1);
    top->addWidget(m_size);
    top->addWidget(m_form);
    auto *key = new QHBoxLayout;
    key->setSpacing(8);
    key->addWidget(m_key, 1);
    key->addWidget(m_keyForm);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_ok = buttons->addButton(tr("Stage"), QDialogButtonBox::AcceptRole);
    m_ok->setDefault(true);
    m_ok->setToolTip(tr("Nothing is written before the edits are applied (Ctrl+Return)"));
    connect(buttons, &QDialogButtonBox::rejected, this, &ValueEditor::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &ValueEditor::accept);
    for (const int enter : {Qt::Key_Return, Qt::Key_Enter}) {
        auto *stage = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key(enter)), this);
        connect(stage, &QShortcut::activated, this, &ValueEditor::accept);
    }

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 20, 20, 16);
    layout->setSpacing(12);
    layout->addLayout(top);
    layout->addLayout(key);
    layout->addWidget(m_edit, 1);
    layout->addWidget(m_banner);
    layout->addWidget(buttons);
}

void ValueEditor::fill(const EditableValue &value)
{
    m_value = value;
    m_isFilling = true;
    m_edit->setPlainText(value.text);
    m_isFilling = false;
    auto *items = static_cast<QStandardItemModel *>(m_form->model());
    for (size_t i = 0; i < EditableValue::Forms; ++i) {
        items->item(int(i))->setEnabled(value.problems[i].isEmpty());
        items->item(int(i))->setToolTip(value.problems[i]);
        if (EditForms[i] == value.form)
            m_form->setCurrentIndex(int(i));
    }
    m_edit->setPlaceholderText(value.form == ValueForm::Cbor || value.form == ValueForm::Json
                                   ? tr("JSON, such as {\"count\": 5}")
                               : value.form == ValueForm::Hex ? tr("Pairs of hexadecimal digits")
                                                              : tr("An empty value"));
    typed();
}

ValueForm ValueEditor::form() const
{
    return m_value.form;
}

QString ValueEditor::text() const
{
    // Not toPlainText(), which makes spaces of no-break ones.
    return m_edit->document()->toRawText().replace(QChar::ParagraphSeparator, u'\n');
}

bool ValueEditor::isTouched() const
{
    const bool isOriginal = m_verdict && m_verdict->value && *m_verdict->value == m_original;
    return !isOriginal && (m_edit->document()->isModified() || m_value.bytes != m_original) &&
           !(text().isEmpty() && m_original.isEmpty());
}

void ValueEditor::typed()
{
    if (m_isFilling)
        return;
    m_verdict.reset();
    m_question = {};
    m_refusal.clear();
    m_stagesOnceChecked = false;
    m_pause.start();
    m_form->setEnabled(false);
    m_form->setToolTip(tr("Once what stands here has been checked, it can be edited in another "
                          "form."));
}

void ValueEditor::check()
{
    m_pause.stop();
    const bool hasKey = m_subject == Subject::NewKey;
    const bool isHexKey = m_keyForm->currentIndex() == 1;
    m_question = m_reader.ask(
        SourceReader::Lane::Details, this,
        [this, hasKey, isHexKey, key = m_key->text(), form = form(), text = text(),
         base = m_value.bytes, kind = m_value.kind,
         checkKey = m_checkKey](ActorSource &source, const Reply &reply) {
            Verdict verdict{{}, checked(kind, editedBytes(form, text, base)), {}};
            if (hasKey) {
                const std::optional<QByteArray> hex =
                    isHexKey ? bytesFromHex(key.trimmed()) : std::nullopt;
                const Result<QByteArray> bytes =
                    isHexKey ? (hex ? Result<QByteArray>(*hex)
                                    : fail(ErrorCode::NotSupported,
                                           tr("type pairs of hexadecimal digits, such as 6c 61")))
                             : keyOfText(key);
                if (bytes)
                    verdict.key = '\4' + *bytes;
                else
                    verdict.keyProblem = tr("The key: %1").arg(bytes.error().message);
                if (bytes && key.isEmpty())
                    verdict.keyProblem = tr("Type a key.");
                else if (bytes && checkKey)
                    verdict.keyProblem = checkKey(source, verdict.key);
            }
            reply.tell([this, verdict] { judged(verdict); });
        });
}

void ValueEditor::judged(const Verdict &verdict)
{
    m_verdict = verdict;
    m_form->setEnabled(verdict.value.has_value());
    m_form->setToolTip(verdict.value ? QString()
                                     : tr("Mend what stands here first; then it can be edited in "
                                          "another form."));
    tell();
    if (std::exchange(m_stagesOnceChecked, false))
        accept();
}

void ValueEditor::tell()
{
    QStringList problems;
    if (m_verdict && !m_verdict->keyProblem.isEmpty() && !m_key->text().isEmpty())
        problems << m_verdict->keyProblem;
    if (m_verdict && !m_verdict->value)
        problems << m_verdict->value.error().message;
    if (!m_refusal.isEmpty())
        problems << m_refusal;
    m_banner->tell(Tone::Danger, problems);
    m_size->setText(m_verdict && m_verdict->value
                        ? tr("%1 bytes").arg(QLocale().toString(m_verdict->value->size()))
                        : QString());
    m_ok->setEnabled(!m_verdict || (m_verdict->value && m_verdict->keyProblem.isEmpty()));
    markPlace(m_verdict && !m_verdict->value ? m_verdict->value.error().message : QString());
}

/// Underlines the line that a complaint is about.
void ValueEditor::markPlace(const QString &message)
{
    static const QRegularExpression place(QStringLiteral("line (\\d+), column (\\d+)"));
    QList<QTextEdit::ExtraSelection> marks;
    if (const QRegularExpressionMatch match = place.match(message); match.hasMatch()) {
        const QTextBlock block =
            m_edit->document()->findBlockByNumber(match.captured(1).toInt() - 1);
        if (block.isValid()) {
            QTextEdit::ExtraSelection mark;
            mark.cursor = QTextCursor(block);
            QColor colour = toneColor(Tone::Danger, palette());
            colour.setAlpha(40);
            mark.format.setBackground(colour);
            mark.format.setProperty(QTextFormat::FullWidthSelection, true);
            marks << mark;
            QTextEdit::ExtraSelection spot;
            spot.cursor = QTextCursor(block);
            const int column = std::min(match.captured(2).toInt(), block.length()) - 1;
            spot.cursor.setPosition(block.position() + std::max(0, column));
            spot.cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
            spot.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
            spot.format.setUnderlineColor(toneColor(Tone::Danger, palette()));
            marks << spot;
        }
    }
    m_edit->setExtraSelections(marks);
}

void ValueEditor::chooseForm()
{
    const ValueForm wanted = ValueForm(m_form->currentData().toInt());
    if (wanted == form() || !m_verdict || !m_verdict->value)
        return;
    m_turning =
        m_reader.ask(SourceReader::Lane::Details, this,
                     [this, wanted, bytes = *m_verdict->value,
                      kind = m_value.kind](ActorSource &, const Reply &reply) {
                         const Result<EditableValue> value = EditableValue::of(bytes, kind, wanted);
                         reply.tell([this, value] {
                             if (value) {
                                 fill(*value);
                                 return;
                             }
                             m_refusal = tr("Not shown as %1: %2")
                                             .arg(titleOf(ValueForm(m_form->currentData().toInt())),
                                                  value.error().message);
                             for (int i = 0; i < m_form->count(); ++i) {
                                 if (m_form->itemData(i).toInt() == int(form()))
                                     m_form->setCurrentIndex(i);
                             }
                             tell();
                         });
                     });
}

void ValueEditor::accept()
{
    if (!m_verdict) { // still being checked
        if (m_pause.isActive())
            check();
        m_stagesOnceChecked = true;
        return;
    }
    if (!m_verdict->value || !m_verdict->keyProblem.isEmpty())
        return;
    if (const Result<void> staged = m_stage(m_verdict->key, *m_verdict->value); !staged) {
        m_refusal = tr("Not staged: %1").arg(staged.error().message);
        tell();
        return;
    }
    QDialog::accept();
}

void ValueEditor::reject()
{
    if (!isTouched()) {
        QDialog::reject();
        return;
    }
    auto *question =
        new QMessageBox(QMessageBox::Question, windowTitle(),
                        tr("Close without keeping what you typed?"), QMessageBox::Cancel, this);
    question->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton *close = question->addButton(tr("Close without it"), QMessageBox::DestructiveRole);
    connect(close, &QPushButton::clicked, this, [this] { QDialog::reject(); });
    question->open();
}

} // namespace greenroom
