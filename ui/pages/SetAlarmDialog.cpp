#include "SetAlarmDialog.h"

#include "Colors.h"
#include "TimeText.h"

#include <QComboBox>
#include <QDateTimeEdit>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QTimer>

namespace greenroom {

using namespace std::chrono_literals;

namespace {

constexpr qint64 Second = 1000;
constexpr int LongestCount = 9999;

} // namespace

SetAlarmDialog::SetAlarmDialog(const QString &whose, std::shared_ptr<const Clock> clock,
                               QWidget *parent)
    : QDialog(parent),
      m_clock(std::move(clock)),
      m_isRelative(new QRadioButton(tr("&In"))),
      m_isAbsolute(new QRadioButton(tr("&At"))),
      m_count(new QSpinBox),
      m_unit(new QComboBox),
      m_date(new QDateTimeEdit),
      m_preview(new QLabel)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Set the alarm"));
    auto *title = new QLabel(tr("Alarm of %1").arg(whose));
    title->setTextFormat(Qt::PlainText);
    title->setWordWrap(true);
    QFont font = title->font();
    font.setWeight(QFont::DemiBold);
    title->setFont(font);

    m_count->setRange(1, LongestCount);
    m_count->setValue(5);
    m_count->setAccessibleName(tr("How long from now"));
    m_unit->addItem(tr("seconds"), Second);
    m_unit->addItem(tr("minutes"), 60 * Second);
    m_unit->addItem(tr("hours"), 3600 * Second);
    m_unit->addItem(tr("days"), 86'400 * Second);
    m_unit->setCurrentIndex(1);
    m_unit->setAccessibleName(tr("Unit"));
    m_date->setCalendarPopup(true);
    m_date->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    m_date->setDateTime(QDateTime::fromMSecsSinceEpoch(qint64(m_clock->now().ms)).addSecs(5 * 60));
    m_date->setAccessibleName(tr("Date and time"));
    m_isRelative->setChecked(true);
    m_preview->setWordWrap(true);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_set = buttons->addButton(tr("Set alarm"), QDialogButtonBox::AcceptRole);
    m_set->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (time())
            accept();
        else
            showTime();
    });

    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(20, 20, 20, 16);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(10);
    grid->setColumnStretch(2, 1);
    grid->addWidget(title, 0, 0, 1, 3);
    grid->addWidget(m_isRelative, 1, 0);
    grid->addWidget(m_count, 1, 1);
    grid->addWidget(m_unit, 1, 2);
    grid->addWidget(m_isAbsolute, 2, 0);
    grid->addWidget(m_date, 2, 1, 1, 2);
    grid->addWidget(m_preview, 3, 0, 1, 3);
    grid->addWidget(buttons, 4, 0, 1, 3);
    grid->setColumnMinimumWidth(2, 180);
    m_count->setFocus();
    m_count->selectAll();

    // Who changes a field means it.
    connect(m_count, &QSpinBox::valueChanged, this, [this] { m_isRelative->setChecked(true); });
    connect(m_unit, &QComboBox::currentIndexChanged, this,
            [this] { m_isRelative->setChecked(true); });
    connect(m_date, &QDateTimeEdit::dateTimeChanged, this,
            [this] { m_isAbsolute->setChecked(true); });
    connect(m_count, &QSpinBox::valueChanged, this, &SetAlarmDialog::showTime);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &SetAlarmDialog::showTime);
    connect(m_date, &QDateTimeEdit::dateTimeChanged, this, &SetAlarmDialog::showTime);
    connect(m_isRelative, &QRadioButton::toggled, this, &SetAlarmDialog::showTime);
    auto *passing = new QTimer(this);
    connect(passing, &QTimer::timeout, this, &SetAlarmDialog::showTime);
    passing->start(1s);
    showTime();
}

std::optional<Timestamp> SetAlarmDialog::time() const
{
    const Timestamp now = m_clock->now();
    if (m_isRelative->isChecked())
        return Timestamp{now.ms + quint64(m_count->value() * m_unit->currentData().toLongLong())};
    const qint64 ms = m_date->dateTime().toMSecsSinceEpoch();
    return ms > qint64(now.ms) ? std::optional(Timestamp{quint64(ms)}) : std::nullopt;
}

void SetAlarmDialog::showTime()
{
    const std::optional<Timestamp> at = time();
    m_set->setEnabled(at.has_value());
    m_preview->setText(at ? tr("%1  ·  %2").arg(exactTime(*at), countdown(*at, m_clock->now()))
                          : tr("This time is past. To have the alarm at once, use “Fire alarm "
                               "now”."));
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, toneColor(at ? Tone::Muted : Tone::Warning, palette()));
    m_preview->setPalette(colours);
}

} // namespace greenroom
