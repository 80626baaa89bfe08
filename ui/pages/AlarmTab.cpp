#include "AlarmTab.h"

#include "ActorActions.h"
#include "Banner.h"
#include "ByteText.h"
#include "EmptyState.h"
#include "FieldGrid.h"
#include "HexPane.h"
#include "LiveText.h"
#include "Printable.h"
#include "TimeText.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace greenroom {

namespace {

constexpr qsizetype ShownBytes = 1024;

} // namespace

AlarmTab::AlarmTab(ActorActions &actions, std::shared_ptr<const Clock> clock, QWidget *parent)
    : QWidget(parent),
      m_clock(std::move(clock)),
      m_pages(new QStackedLayout),
      m_empty(new EmptyState),
      m_warnings(new Banner),
      m_countdown(new QLabel),
      m_fields(new FieldGrid(tr("Alarm"))),
      m_bytes(new HexPane)
{
    m_empty->show(QStringLiteral("alarm"), tr("No alarm is set"),
                  tr("Nothing will wake this actor but a request."));

    QFont font = m_countdown->font();
    font.setPointSizeF(font.pointSizeF() * 1.7);
    font.setWeight(QFont::DemiBold);
    m_countdown->setFont(font);
    m_countdown->setAccessibleName(tr("Time to the alarm"));
    m_bytes->setAccessibleName(tr("Bytes of the alarm file"));
    m_bytes->setLineWrapMode(QPlainTextEdit::NoWrap);

    auto *alarm = new QWidget;
    auto *layout = new QVBoxLayout(alarm);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(16);
    layout->addWidget(m_warnings);
    layout->addWidget(m_countdown);
    layout->addWidget(m_fields);
    layout->addWidget(m_bytes);
    layout->addStretch();

    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(makeCommands(actions));
    outer->addLayout(m_pages, 1);
    // Once the layout has a widget: a page without one would be a window for a moment.
    m_pages->addWidget(m_empty);
    m_pages->addWidget(alarm);
}

QWidget *AlarmTab::makeCommands(ActorActions &actions)
{
    auto *bar = new QWidget;
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(12, 8, 12, 0);
    layout->setSpacing(2);
    for (const ActorCommand command :
         {ActorCommand::FireAlarm, ActorCommand::SetAlarm, ActorCommand::CancelAlarm}) {
        auto *button = new QToolButton;
        button->setDefaultAction(actions.action(command));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        layout->addWidget(button);
    }
    layout->addStretch();
    return bar;
}

void AlarmTab::show(const ActorDetails &details)
{
    const std::optional<LiveStatus> &live = details.entry.live;
    const bool isKnown = live && live->alarm != LiveStatus::Alarm::None;
    if (!details.alarmBytes && !isKnown) {
        m_due.reset();
        m_pages->setCurrentIndex(0);
        return;
    }
    m_due = details.entry.alarmAt;
    if (!m_due && isKnown)
        m_due = live->alarmAt;
    m_isFiring = isKnown && live->alarm == LiveStatus::Alarm::Firing;
    QStringList warnings = details.entry.warnings;
    if (live && isAlarmInTrouble(*live))
        warnings << alarmPhase(*live);
    m_warnings->tell(Tone::Warning, warnings);
    m_fields->setTime(tr("Due"), m_due, m_clock->now());
    if (isKnown)
        m_fields->set(tr("Phase"), alarmPhase(*live));
    else
        m_fields->retain({tr("Due"), tr("File")});
    const QByteArray file = details.alarmBytes.value_or(QByteArray());
    const QByteArrayView bytes = file;
    m_fields->set(tr("File"),
                  details.alarmBytes ? QStringLiteral("alarms/") + printable(details.entry.fileName)
                                     : QStringLiteral("—"),
                  tr("%1 bytes").arg(bytes.size()));
    m_bytes->showText(hexDump(bytes.first(std::min(bytes.size(), ShownBytes))));
    m_bytes->setVisibleLines(std::clamp(int(bytes.size() / 16) + 1, 1, 8));
    m_bytes->setVisible(!bytes.isEmpty());
    m_pages->setCurrentIndex(1);
    tick();
}

void AlarmTab::tick()
{
    const bool overdue = m_due && !m_isFiring && *m_due < m_clock->now();
    m_countdown->setText(m_isFiring ? tr("Firing")
                         : m_due    ? countdown(*m_due, m_clock->now())
                                    : tr("Unknown"));
    QPalette colours = palette();
    if (overdue)
        colours.setColor(QPalette::WindowText, toneColor(Tone::Danger, colours));
    m_countdown->setPalette(colours);
}

} // namespace greenroom
