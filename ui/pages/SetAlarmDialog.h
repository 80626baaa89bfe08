#pragma once

#include "Clock.h"

#include <QDialog>

#include <memory>
#include <optional>

class QComboBox;
class QDateTimeEdit;
class QLabel;
class QPushButton;
class QRadioButton;
class QSpinBox;

namespace greenroom {

/// Asks for the time of an alarm, from now or by the calendar. Goes away by itself.
class SetAlarmDialog final : public QDialog
{
    Q_OBJECT

public:
    SetAlarmDialog(const QString &whose, std::shared_ptr<const Clock> clock, QWidget *parent);

    /// The time; from now where it was given so. None while it lies in the past.
    [[nodiscard]] std::optional<Timestamp> time() const;

private:
    void showTime();

    const std::shared_ptr<const Clock> m_clock;
    QRadioButton *m_isRelative;
    QRadioButton *m_isAbsolute;
    QSpinBox *m_count;
    QComboBox *m_unit;
    QDateTimeEdit *m_date;
    QLabel *m_preview;
    QPushButton *m_set;
};

} // namespace greenroom
