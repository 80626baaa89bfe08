#include "EditBar.h"

#include "Banner.h"
#include "ConflictDialog.h"
#include "Counted.h"
#include "SvgIcon.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace greenroom {

EditBar::EditBar(EditDrafts &drafts, QWidget *parent)
    : QWidget(parent),
      m_drafts(drafts),
      m_banner(new Banner),
      m_icon(new QLabel),
      m_text(new QLabel),
      m_sleep(new QPushButton(svgIcon(QStringLiteral("sleep")), tr("Put to sleep"))),
      m_undo(new QPushButton(svgIcon(QStringLiteral("undo")), tr("Undo"))),
      m_discard(new QPushButton(tr("Discard"))),
      m_apply(new QPushButton(tr("Apply")))
{
    setAccessibleName(tr("Pending edits"));
    m_icon->setPixmap(svgIcon(QStringLiteral("edit"), Tone::Accent).pixmap(QSize(18, 18)));
    m_text->setAccessibleName(tr("How many edits are pending"));
    m_undo->setToolTip(tr("Take the last edit back"));
    m_discard->setToolTip(tr("Give up all edits of this actor"));
    m_apply->setToolTip(tr("Write all of them at once (Ctrl+Return)"));
    m_apply->setDefault(true);

    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(12, 8, 12, 8);
    bar->setSpacing(8);
    bar->addWidget(m_icon);
    bar->addWidget(m_text, 1);
    bar->addWidget(m_sleep);
    bar->addWidget(m_undo);
    bar->addWidget(m_discard);
    bar->addWidget(m_apply);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_banner);
    layout->addLayout(bar);

    connect(m_undo, &QPushButton::clicked, this, [this] {
        if (m_actor)
            m_drafts.undo(*m_actor);
    });
    connect(m_discard, &QPushButton::clicked, this, [this] {
        if (m_actor)
            m_drafts.discard(m_actor->text());
    });
    connect(m_apply, &QPushButton::clicked, this, &EditBar::apply);
    connect(m_sleep, &QPushButton::clicked, this, [this] {
        if (m_sleepAction)
            m_sleepAction->trigger();
    });
    connect(&drafts, &EditDrafts::changed, this, &EditBar::draftsChanged);
    connect(&drafts, &EditDrafts::conflicted, this, &EditBar::askAbout);
    connect(&drafts, &EditDrafts::failed, this, &EditBar::tellFailure);
    m_sleep->hide();
    showPending();
}

void EditBar::setActor(const std::optional<ActorId> &actor)
{
    if (m_actor == actor)
        return;
    m_actor = actor;
    m_problem.clear();
    m_sleep->hide();
    showPending();
}

void EditBar::setSleepAction(QAction *sleep)
{
    m_sleepAction = sleep;
    connect(sleep, &QAction::changed, m_sleep,
            [this, sleep] { m_sleep->setEnabled(sleep->isEnabled()); });
    m_sleep->setEnabled(sleep->isEnabled());
}

void EditBar::draftsChanged(const QString &fileName)
{
    if (m_actor && m_actor->text() == fileName) {
        m_problem.clear();
        m_sleep->hide();
    }
    showPending();
}

void EditBar::showPending()
{
    const QString fileName = m_actor ? m_actor->text() : QString();
    const StagedEdits edits = m_drafts.of(fileName);
    const bool isApplying = m_drafts.isApplying(fileName);
    const qsizetype count = edits.count();
    setVisible(edits.canUndo());
    QString text = isApplying ? tr("Applying %1…").arg(counted(count, tr("edit"), tr("edits")))
                              : counted(count, tr("pending edit"), tr("pending edits"));
    qsizetype others = m_drafts.actors().size() - (count ? 1 : 0);
    if (others > 0)
        text += tr("  ·  %1 have some, too")
                    .arg(counted(others, tr("other actor"), tr("other actors")));
    m_text->setText(text);
    m_undo->setEnabled(!isApplying);
    m_discard->setEnabled(!isApplying);
    m_apply->setEnabled(!isApplying && count > 0);
    m_banner->tell(Tone::Danger, m_problem.isEmpty() ? QStringList() : QStringList(m_problem));
}

void EditBar::apply()
{
    if (m_actor)
        m_drafts.apply(*m_actor);
}

void EditBar::tellFailure(const QString &fileName, const Error &error)
{
    if (!m_actor || m_actor->text() != fileName)
        return;
    const bool runs = error.code == ErrorCode::StillRunning;
    m_problem = runs ? tr("Not applied: the actor runs, and would write its own state over this "
                          "one. Put it to sleep first.")
                     : tr("Not applied, and nothing was changed: %1").arg(error.message);
    m_sleep->setVisible(runs && m_sleepAction);
    showPending();
}

void EditBar::askAbout(const QString &fileName, const EditOutcome &outcome)
{
    if (!m_actor || m_actor->text() != fileName)
        return;
    const ActorId actor = *m_actor;
    m_problem = tr("Not applied: %1 written meanwhile.")
                    .arg(outcome.conflicts.size() == 1 ? tr("a key was") : tr("some keys were"));
    showPending();
    auto *dialog = new ConflictDialog(m_drafts.of(fileName), outcome, window());
    connect(dialog, &QDialog::accepted, this, [this, dialog, actor, outcome] {
        QStringList problems;
        for (const KvConflict &conflict : outcome.conflicts) {
            const auto done = m_drafts.resolve(actor, conflict, dialog->choice(conflict.key));
            if (!done)
                problems << done.error().message;
        }
        if (problems.isEmpty()) {
            m_drafts.apply(actor);
            return;
        }
        m_problem = problems.join(u' ');
        showPending();
    });
    dialog->open();
}

} // namespace greenroom
