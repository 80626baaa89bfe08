#include "ConflictDialog.h"

#include "Counted.h"
#include "EditText.h"
#include "KeyText.h"
#include "PresentationProxy.h"
#include "StateSplice.h"
#include "SvgIcon.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>

namespace greenroom {

namespace {

using Choice = EditDrafts::Choice;

constexpr qsizetype Shown = 32 * 1024; // characters of each

QString keyTitle(const QByteArray &key)
{
    KvRow row;
    row.key = key;
    return kindOf(key) == KeyKind::PersistData ? ConflictDialog::tr("The state") : keyMeaning(row);
}

QString sizeOf(const std::optional<QByteArray> &value)
{
    return value ? counted(value->size(), ConflictDialog::tr("byte"), ConflictDialog::tr("bytes"))
                 : QString();
}

} // namespace

QString readableValue(const QByteArray &key, const std::optional<QByteArray> &value)
{
    if (!value)
        return ConflictDialog::tr("(no such key)");
    QByteArray bytes = *value;
    if (kindOf(key) == KeyKind::PersistData)
        bytes = stateCbor(bytes).value_or(bytes);
    const Result<QString> cbor = kindOf(key) == KeyKind::PersistData
                                     ? editText(ValueForm::Cbor, bytes)
                                     : editText(editFormOf(bytes), bytes);
    QString text = cbor ? *cbor : editText(ValueForm::Hex, bytes).value_or(QString());
    if (text.size() > Shown) {
        text.truncate(Shown);
        text += QStringLiteral("\n…");
    }
    return text;
}

ConflictDialog::ConflictDialog(const StagedEdits &edits, const EditOutcome &outcome,
                               QWidget *parent)
    : QDialog(parent),
      m_edits(edits),
      m_outcome(outcome),
      m_keys(new QListWidget),
      m_takeTheirs(new QRadioButton(tr("&Take what is there now"))),
      m_keepMine(new QRadioButton(tr("&Keep mine")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Written meanwhile"));
    auto *icon = new QLabel;
    icon->setPixmap(svgIcon(QStringLiteral("status-damaged"), Tone::Warning).pixmap(QSize(28, 28)));
    auto *title = new QLabel(outcome.conflicts.size() == 1
                                 ? tr("This key was written while your edit of it was pending")
                                 : tr("%1 keys were written while your edits of them were pending")
                                       .arg(outcome.conflicts.size()));
    QFont font = title->font();
    font.setPointSizeF(font.pointSizeF() * 1.2);
    font.setWeight(QFont::DemiBold);
    title->setFont(font);
    title->setWordWrap(true);
    auto *text = new QLabel(tr("Nothing has been applied yet. Choose for each key what shall be "
                               "there."));
    text->setForegroundRole(QPalette::PlaceholderText);

    m_keys->setAccessibleName(tr("Keys that were written meanwhile"));
    for (const KvConflict &conflict : outcome.conflicts)
        m_keys->addItem(keyTitle(conflict.key));
    m_keys->setMaximumHeight(
        m_keys->sizeHintForRow(0) * int(std::min<qsizetype>(4, outcome.conflicts.size())) + 8);

    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(20, 20, 20, 16);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(10);
    auto *head = new QGridLayout;
    head->setHorizontalSpacing(14);
    head->setColumnStretch(1, 1);
    head->addWidget(icon, 0, 0, 2, 1, Qt::AlignTop);
    head->addWidget(title, 0, 1);
    head->addWidget(text, 1, 1);
    grid->addLayout(head, 0, 0, 1, 3);
    grid->addWidget(m_keys, 1, 0, 1, 3);
    m_before = makeSide(tr("Before"), tr("What your edit was based on"), *grid, 0);
    m_theirs = makeSide(tr("There now"), tr("What is there now"), *grid, 1);
    m_mine = makeSide(tr("Yours"), tr("Your edit"), *grid, 2);
    grid->addWidget(m_takeTheirs, 4, 1);
    grid->addWidget(m_keepMine, 4, 2);
    grid->setRowStretch(3, 1);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Cancel)->setToolTip(tr("Keep all edits pending"));
    m_apply = buttons->addButton(tr("Apply so"), QDialogButtonBox::AcceptRole);
    grid->addWidget(buttons, 5, 0, 1, 3);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_keys, &QListWidget::currentRowChanged, this, &ConflictDialog::showConflict);
    connect(m_takeTheirs, &QRadioButton::clicked, this, [this] { choose(Choice::TakeTheirs); });
    connect(m_keepMine, &QRadioButton::clicked, this, [this] { choose(Choice::KeepMine); });
    m_keys->setCurrentRow(0);
    m_keys->setFocus();
    showChoices();
    resize(900, 480);
}

ConflictDialog::Side ConflictDialog::makeSide(const QString &title, const QString &accessibleName,
                                              QGridLayout &grid, int column)
{
    auto *heading = new QLabel(title);
    QFont font = heading->font();
    font.setWeight(QFont::DemiBold);
    heading->setFont(font);
    Side side{new QPlainTextEdit, new QLabel};
    side.text->setReadOnly(true);
    side.text->setFont(fixedFont());
    side.text->setTabChangesFocus(true);
    side.text->setAccessibleName(accessibleName);
    side.size->setForegroundRole(QPalette::PlaceholderText);
    auto *line = new QHBoxLayout;
    line->addWidget(heading, 1);
    line->addWidget(side.size);
    grid.addLayout(line, 2, column);
    grid.addWidget(side.text, 3, column);
    grid.setColumnStretch(column, 1);
    return side;
}

void ConflictDialog::showConflict(int row)
{
    if (row < 0)
        return;
    const KvConflict &conflict = m_outcome.conflicts[row];
    const std::optional<KvChange> change = m_edits.find(conflict.key);
    const auto fill = [&](const Side &side, const std::optional<QByteArray> &value) {
        side.text->setPlainText(readableValue(conflict.key, value));
        side.size->setText(sizeOf(value));
    };
    fill(m_before, change ? change->before : std::nullopt);
    fill(m_theirs, conflict.now);
    fill(m_mine, change ? change->after : std::nullopt);
    const bool isState = kindOf(conflict.key) == KeyKind::PersistData;
    m_keepMine->setToolTip(isState ? tr("Your state, with the schedule that is there now")
                                   : QString());
    showChoices();
}

void ConflictDialog::choose(Choice choice)
{
    m_choices.insert(m_outcome.conflicts[m_keys->currentRow()].key, choice);
    showChoices();
}

void ConflictDialog::showChoices()
{
    const QByteArray key = m_outcome.conflicts[std::max(0, m_keys->currentRow())].key;
    const auto chosen = m_choices.constFind(key);
    const bool isChosen = chosen != m_choices.constEnd();
    for (QRadioButton *button : {m_takeTheirs, m_keepMine})
        button->setAutoExclusive(false);
    m_takeTheirs->setChecked(isChosen && *chosen == Choice::TakeTheirs);
    m_keepMine->setChecked(isChosen && *chosen == Choice::KeepMine);
    for (QRadioButton *button : {m_takeTheirs, m_keepMine})
        button->setAutoExclusive(true);
    for (int row = 0; row < m_keys->count(); ++row) {
        const auto made = m_choices.constFind(m_outcome.conflicts[row].key);
        const QString title = keyTitle(m_outcome.conflicts[row].key);
        m_keys->item(row)->setText(made == m_choices.constEnd() ? title
                                   : *made == Choice::TakeTheirs
                                       ? tr("%1  ·  what is there now").arg(title)
                                       : tr("%1  ·  mine").arg(title));
    }
    m_apply->setEnabled(m_choices.size() == m_outcome.conflicts.size());
    m_apply->setToolTip(m_apply->isEnabled() ? QString() : tr("Choose for each key first"));
}

} // namespace greenroom
