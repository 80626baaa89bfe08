#include "ValueView.h"

#include "Banner.h"
#include "ByteText.h"
#include "HexPane.h"
#include "HexView.h"
#include "IconButton.h"
#include "KeyText.h"
#include "NodeJson.h"
#include "OutlineView.h"
#include "PresentationProxy.h"

#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QSaveFile>
#include <QStackedLayout>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>

namespace greenroom {

namespace {

constexpr qsizetype MostFailuresTold = 3;
constexpr qsizetype MostCopied =
    64 * 1024 * 1024;                          // bytes of a value; a clipboard is no place for more
constexpr qsizetype CopiedAtOnce = 256 * 1024; // larger ones in the background

QString writeFile(const QString &path, const QByteArray &bytes)
{
    QSaveFile file(path);
    const bool written =
        file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    return written ? QString() : file.errorString();
}

QString number(qint64 count)
{
    return QLocale().toString(count);
}

} // namespace

ValueView::ValueView(SourceReader &reader, QWidget *parent)
    : QWidget(parent),
      m_reader(reader),
      m_title(new QLabel),
      m_size(new QLabel),
      m_format(new QComboBox),
      m_reveal(iconButton(QStringLiteral("eye"), tr("Reveal"))),
      m_loadAllButton(iconButton(QStringLiteral("next"), tr("Load all"))),
      m_copies(new QMenu(this)),
      m_copy(makeCopyButton()),
      m_save(iconButton(QStringLiteral("save"), tr("Save to file…"))),
      m_banner(new Banner),
      m_failures(new Banner),
      m_stagedNote(new Banner),
      m_contents(new QStackedLayout),
      m_text(new HexPane),
      m_parts(new OutlineView)
{
    m_title->setTextFormat(Qt::PlainText);
    m_title->setFont(fixedFont());
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_size->setForegroundRole(QPalette::PlaceholderText);
    for (const ValueForm form : ValueForms)
        m_format->addItem(formTitle(form), int(form));
    m_format->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_format->setMinimumContentsLength(16);
    m_format->setAccessibleName(tr("Format of the value"));
    m_text->setAccessibleName(tr("Value"));
    m_loadAllButton->setText(tr("Load all to decode"));
    for (QToolButton *labelled : {m_reveal, m_loadAllButton})
        labelled->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);

    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(12, 6, 8, 6);
    bar->setSpacing(8);
    bar->addWidget(m_title, 1);
    bar->addWidget(m_size);
    bar->addWidget(m_reveal);
    bar->addWidget(m_loadAllButton);
    bar->addWidget(m_format);
    bar->addWidget(m_copy);
    bar->addWidget(m_save);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_stagedNote);
    layout->addWidget(m_banner);
    layout->addWidget(m_failures);
    layout->addLayout(m_contents, 1);
    // Once the layout has a widget: a page without one would be a window for a moment.
    m_contents->addWidget(m_text);
    m_contents->addWidget(m_parts);

    connect(m_format, &QComboBox::activated, this, &ValueView::chooseForm);
    connect(m_reveal, &QToolButton::clicked, this, [this] {
        m_revealed = true;
        refresh();
    });
    connect(m_loadAllButton, &QToolButton::clicked, this, [this] {
        m_loadAll = true;
        m_size->setText(tr("Loading…"));
        load();
    });
    connect(m_parts, &OutlineView::nodeChosen, this, &ValueView::offerCopies);
    connect(m_save, &QToolButton::clicked, this, &ValueView::saveToFile);
    clear();
}

QToolButton *ValueView::makeCopyButton()
{
    m_copies->addAction(tr("Copy as JSON"), this, [this] { copy(CopyForm::Json); });
    m_copies->addAction(tr("Copy as hex"), this, [this] { copy(CopyForm::Hex); });
    m_copies->addAction(tr("Copy as text"), this, [this] { copy(CopyForm::Text); });
    m_copies->setToolTipsVisible(true);
    QToolButton *button = iconButton(QStringLiteral("copy"), tr("Copy value"));
    button->setPopupMode(QToolButton::MenuButtonPopup);
    button->setMenu(m_copies);
    connect(button, &QToolButton::clicked, this, &ValueView::copyAsShown);
    return button;
}

const KvChange *ValueView::staged() const
{
    if (!m_key || m_key->keyClass != StorageClass::Blob)
        return nullptr;
    for (const KvChange &change : m_staged) {
        if (change.key == m_key->key)
            return &change;
    }
    return nullptr;
}

void ValueView::showStaged(const QList<KvChange> &changes)
{
    if (changes == m_staged)
        return;
    m_staged = changes;
    load();
}

void ValueView::setActor(const std::optional<ActorId> &actor)
{
    m_actor = actor;
    clear();
}

void ValueView::show(const KvCursor &key)
{
    if (m_key != key) {
        clear();
        m_key = key;
    }
    load();
}

void ValueView::clear()
{
    m_question = {};
    m_copying = {};
    m_key.reset();
    m_shown.reset();
    m_loadAll = false;
    m_revealed = false;
    m_stagedNote->tell(Tone::Calm, {});
    m_banner->tell(Tone::Danger, {});
    m_parts->clear();
    refresh();
}

std::shared_ptr<const ValueView::Shown> ValueView::read(const KvRow &row, ValueForm form)
{
    auto shown = std::make_shared<Shown>(Shown{.row = row, .asked = form});
    for (size_t i = 0; i < std::size(ValueForms); ++i)
        shown->problems[i] = formProblem(ValueForms[i], row);
    shown->read = readValue(form, row);
    if (shown->read.form == ValueForm::Text) {
        const QByteArrayView all = row.value;
        const bool isCut = !row.isWhole() || all.size() > TextBytes;
        const QByteArrayView bytes =
            isCut ? withoutCutCharacter(all.first(std::min<qsizetype>(all.size(), TextBytes)))
                  : all;
        shown->text = visibleControls(utf8Text(bytes).value_or(QString()));
    }
    return shown;
}

ValueForm ValueView::chosenForm() const
{
    if (!m_actor || !m_key)
        return ValueForm::Auto;
    KvRow row;
    row.key = m_key->key;
    row.keyClass = m_key->keyClass;
    return m_forms.value({m_actor->text(), kindOf(row)}, ValueForm::Auto);
}

void ValueView::load()
{
    if (!m_actor || !m_key)
        return;
    const KvChange *change = staged();
    m_stagedNote->tell(Tone::Calm, !change ? QStringList()
                                   : change->after
                                       ? QStringList(tr("As edited; not applied yet."))
                                       : QStringList(tr("Goes when the edits are applied.")));
    m_question = m_reader.ask(
        SourceReader::Lane::Details, this,
        [this, key = *m_key, actor = *m_actor, isAll = m_loadAll, form = chosenForm(),
         edited = change ? change->after : std::nullopt,
         before = m_shown](ActorSource &source, const Reply &reply) {
            // What is staged has no stamp: it is not there yet.
            const QByteArray stamp = edited ? QByteArray() : source.kvStamp(actor);
            const bool isSame = before && before->asked == form && before->isAll == isAll;
            // A large value is not read again and again while nothing is written.
            if (isSame && isAll && !stamp.isEmpty() && before->stamp == stamp) {
                reply.tell([this, before] { present(before); });
                return;
            }
            Result<std::optional<KvRow>> row;
            if (edited)
                row = KvRow{.key = key.key, .value = *edited, .valueSize = edited->size()};
            else
                row = source.kvRow(actor, key, isAll ? WholeValue : LoadedWhole, reply.stopToken());
            if (!row || !*row) {
                reply.tell([this, error = row ? QString() : row.error().message] {
                    if (error.isEmpty())
                        m_banner->tell(Tone::Warning, {tr("This key has been deleted meanwhile.")});
                    else
                        m_banner->tell(Tone::Danger, {error});
                });
                return;
            }
            if (!(*row)->isWhole()) {
                (*row)->value.truncate(PreviewBytes);
                (*row)->value.squeeze();
            }
            std::shared_ptr<const Shown> shown = before;
            if (!isSame || before->row != **row) {
                auto read = std::make_shared<Shown>(*ValueView::read(**row, form));
                read->stamp = stamp;
                read->isAll = isAll;
                shown = std::move(read);
            }
            reply.tell([this, shown] { present(shown); });
        });
}

void ValueView::chooseForm()
{
    if (!m_shown || !m_actor)
        return;
    const ValueForm form = ValueForm(m_format->currentData().toInt());
    m_forms.insert({m_actor->text(), kindOf(m_shown->row)}, form);
    if (m_shown->row.value.size() > LoadedWhole)
        m_size->setText(tr("Decoding…"));
    m_question = m_reader.ask(
        SourceReader::Lane::Details, this,
        [this, form, before = m_shown](ActorSource &, const Reply &reply) {
            auto shown = std::make_shared<Shown>(*read(before->row, form));
            shown->stamp = before->stamp;
            shown->isAll = before->isAll;
            reply.tell([this, shown = std::shared_ptr<const Shown>(shown)] { present(shown); });
        });
}

void ValueView::present(std::shared_ptr<const Shown> shown)
{
    m_banner->tell(Tone::Danger, {});
    if (m_shown == shown) {
        m_size->setText(sizeText());
        return;
    }
    m_shown = std::move(shown);
    refresh();
}

bool ValueView::isMasked() const
{
    return m_shown && isSecret(m_shown->row) && !m_revealed;
}

QString ValueView::sizeText() const
{
    if (!m_shown)
        return {};
    const KvRow &row = m_shown->row;
    if (row.isWhole())
        return row.valueSize == 1 ? tr("1 byte") : tr("%1 bytes").arg(number(row.valueSize));
    return tr("first %1 of %2 bytes").arg(number(row.value.size()), number(row.valueSize));
}

void ValueView::refresh()
{
    const bool any = m_shown != nullptr;
    const bool masked = isMasked();
    m_reveal->setVisible(masked);
    m_loadAllButton->setVisible(any && !masked && !m_shown->row.isWhole());
    for (QWidget *tool : {static_cast<QWidget *>(m_format), static_cast<QWidget *>(m_copy),
                          static_cast<QWidget *>(m_save)})
        tool->setEnabled(any && !masked);
    m_title->setText(any     ? keyMeaning(m_shown->row)
                     : m_key ? QString()
                             : tr("Select a key to see its value"));
    m_title->setToolTip(
        any ? hexText(m_shown->row.key.first(std::min<qsizetype>(m_shown->row.key.size(), 512)))
            : QString());
    m_size->setText(sizeText());
    showForms();
    showContent();
    showFailures();
    offerCopies();
    Q_EMIT this->shown();
}

void ValueView::showForms()
{
    const ValueForm chosen = m_shown ? m_shown->asked : ValueForm::Auto;
    auto *items = static_cast<QStandardItemModel *>(m_format->model());
    int current = 0;
    for (int i = 0; i < int(std::size(ValueForms)); ++i) {
        const QString problem = m_shown ? m_shown->problems[size_t(i)] : QString();
        QStandardItem *item = items->item(i);
        item->setEnabled(problem.isEmpty());
        item->setToolTip(problem);
        if (ValueForms[i] == chosen && problem.isEmpty())
            current = i;
    }
    const bool tells = m_shown && !isMasked() && current == 0;
    items->item(0)->setText(tells ? tr("Auto: %1").arg(formTitle(m_shown->read.form))
                                  : formTitle(ValueForm::Auto));
    m_format->setCurrentIndex(current);
}

void ValueView::showContent()
{
    m_text->setPlaceholderText(m_shown && m_shown->row.valueSize == 0 ? tr("The value is empty")
                                                                      : QString());
    if (!m_shown || isMasked() || m_shown->read.form == ValueForm::Text) {
        m_text->showText(!m_shown ? QString() : isMasked() ? secretMask() : m_shown->text);
        m_contents->setCurrentWidget(m_text);
        m_parts->clear();
        return;
    }
    if (m_shown->read.outline)
        m_parts->show(m_shown->read.outline);
    else
        m_parts->showBytes(m_shown->row.value);
    m_contents->setCurrentWidget(m_parts);
    m_text->showText({});
}

void ValueView::showFailures()
{
    if (!m_shown || isMasked()) {
        m_failures->tell(Tone::Warning, {});
        return;
    }
    const ReadValue &read = m_shown->read;
    if (read.form == ValueForm::Text && m_shown->row.value.size() > TextBytes) {
        m_failures->tell(
            Tone::Calm,
            {tr("Text shows the first %1 bytes. Hex shows all of them.").arg(number(TextBytes))});
        return;
    }
    QList<Error> errors = read.outline ? read.outline->failures() : QList<Error>();
    if (read.error && !errors.contains(*read.error))
        errors.prepend(*read.error);
    QStringList sentences;
    for (const Error &error : errors.first(std::min(errors.size(), MostFailuresTold)))
        sentences << tr("%1 (%2)").arg(error.message, codeName(error.code));
    if (errors.size() > MostFailuresTold)
        sentences << tr("and %1 more").arg(errors.size() - MostFailuresTold);
    const bool isUndecoded =
        read.outline && read.outline->at(Outline::Root).childCount > 0 &&
        read.outline->at(read.outline->child(Outline::Root, 0)).kind == NodeKind::Failure;
    if (!sentences.isEmpty())
        sentences.first().prepend(isUndecoded ? tr("Not decoded: ") : tr("Decoded in part: "));
    m_failures->tell(Tone::Danger, sentences);
}

void ValueView::offerCopies()
{
    const bool canCopy = m_shown && !isMasked();
    const NodeId node = m_parts->chosen();
    const bool isTree = canCopy && m_shown->read.outline;
    QAction *json = m_copies->actions().at(int(CopyForm::Json));
    json->setEnabled(isTree);
    json->setToolTip(isTree ? QString() : tr("The value is not decoded."));
    m_copies->actions().at(int(CopyForm::Hex))->setEnabled(canCopy);
    m_copies->actions().at(int(CopyForm::Text))->setEnabled(canCopy);
    m_copy->setToolTip(isTree && node != NoNode ? tr("Copy the chosen part") : tr("Copy value"));
}

void ValueView::copyAsShown()
{
    if (!m_shown || isMasked())
        return;
    copy(m_shown->read.outline                   ? CopyForm::Json
         : m_shown->read.form == ValueForm::Text ? CopyForm::Text
                                                 : CopyForm::Hex);
}

void ValueView::copy(CopyForm form)
{
    if (!m_shown || isMasked())
        return;
    const NodeId chosen = m_parts->chosen();
    const NodeId node = chosen == NoNode ? Outline::Root : chosen;
    // Of a chosen part, else of the whole value. Nothing where there is no such form.
    const auto textOf = [form, chosen, node, shown = m_shown]() -> std::optional<QString> {
        const std::shared_ptr<const Outline> &outline = shown->read.outline;
        switch (form) {
        case CopyForm::Json: {
            const auto json = outline ? nodeJson(*outline, node) : std::nullopt;
            return json ? std::optional(QString::fromUtf8(*json)) : std::nullopt;
        }
        case CopyForm::Hex:
            return hexText(outline ? outline->bytesOf(node) : QByteArrayView(shown->row.value));
        case CopyForm::Text:
            return outline && chosen != NoNode ? nodePlainText(*outline, node)
                                               : utf8Text(shown->row.value);
        }
        Q_UNREACHABLE();
    };
    const auto put = [this, form](const std::optional<QString> &text) {
        if (text)
            QGuiApplication::clipboard()->setText(*text);
        else
            m_banner->tell(Tone::Warning,
                           {form == CopyForm::Json
                                ? tr("Not copied: a part of this could not be decoded. Copy it as "
                                     "hex.")
                                : tr("Not copied: the bytes are no text. Copy them as hex.")});
    };
    const qsizetype size =
        m_shown->read.outline ? m_shown->read.outline->at(node).size : m_shown->row.value.size();
    if (size <= CopiedAtOnce) {
        put(textOf());
    } else if (size > MostCopied) {
        m_banner->tell(Tone::Warning, {tr("Not copied: %1 bytes are too many for the clipboard. "
                                          "Save them to a file.")
                                           .arg(number(size))});
    } else {
        m_copying = m_reader.ask(SourceReader::Lane::Details, this,
                                 [textOf, put](ActorSource &, const Reply &reply) {
                                     reply.tell([put, text = textOf()] { put(text); });
                                 });
    }
}

void ValueView::saveToFile()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save the value's bytes"),
                                                      QStringLiteral("value.bin"));
    if (path.isEmpty() || !m_key || !m_actor)
        return;
    m_saving = m_reader.ask(
        SourceReader::Lane::Details, this,
        [this, path, key = *m_key, actor = *m_actor](ActorSource &source, const Reply &reply) {
            const auto row = source.kvRow(actor, key, WholeValue, reply.stopToken());
            QString problem = !row    ? row.error().message
                              : !*row ? tr("the key has been deleted meanwhile")
                                      : writeFile(path, (*row)->value);
            reply.tell([this, path, problem] {
                if (problem.isEmpty())
                    m_banner->tell(Tone::Calm, {tr("Saved to %1").arg(path)});
                else
                    m_banner->tell(Tone::Danger, {tr("%1: not saved: %2").arg(path, problem)});
            });
        });
}

} // namespace greenroom
