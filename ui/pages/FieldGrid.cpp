#include "FieldGrid.h"

#include "Colors.h"
#include "PresentationProxy.h"
#include "TimeText.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace greenroom {

namespace {

QLabel *selectableLabel()
{
    auto *label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setCursor(Qt::IBeamCursor);
    return label;
}

void setChanged(QLabel *label, const QString &text)
{
    if (label->text() != text)
        label->setText(text);
}

} // namespace

FieldGrid::FieldGrid(const QString &heading, QWidget *parent)
    : QWidget(parent), m_grid(new QGridLayout)
{
    auto *title = new QLabel(heading);
    QFont font = title->font();
    font.setWeight(QFont::DemiBold);
    title->setFont(font);

    m_grid->setHorizontalSpacing(16);
    m_grid->setVerticalSpacing(7);
    m_grid->setColumnMinimumWidth(0, 96);
    m_grid->setColumnStretch(1, 3);
    m_grid->setColumnStretch(2, 1);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(title);
    layout->addLayout(m_grid);
}

FieldGrid::Field FieldGrid::add(const QString &name)
{
    const int row = m_grid->rowCount();
    auto *label = new QLabel(name);
    label->setForegroundRole(QPalette::PlaceholderText);
    const Field field{label, selectableLabel(), selectableLabel()};
    field.value->setAccessibleName(name);
    field.raw->setAccessibleName(tr("%1, raw").arg(name));
    field.raw->setForegroundRole(QPalette::PlaceholderText);
    field.raw->setFont(fixedFont());
    m_grid->addWidget(label, row, 0, Qt::AlignTop);
    m_grid->addWidget(field.value, row, 1, Qt::AlignTop);
    m_grid->addWidget(field.raw, row, 2, Qt::AlignTop);
    m_fields.insert(name, field);
    return field;
}

void FieldGrid::set(const QString &name, const QString &value, const QString &raw)
{
    const auto known = m_fields.constFind(name);
    const Field field = known != m_fields.constEnd() ? *known : add(name);
    setChanged(field.value, value);
    setChanged(field.raw, raw);
}

void FieldGrid::retain(const QStringList &names)
{
    m_fields.removeIf([&](const auto &field) {
        if (names.contains(field.key()))
            return false;
        for (QLabel *label : {field->name, field->value, field->raw})
            delete label;
        return true;
    });
}

void FieldGrid::setTime(const QString &name, const std::optional<Timestamp> &time, Timestamp now)
{
    if (!time) {
        set(name, QStringLiteral("—"));
        return;
    }
    set(name, QStringLiteral("%1  ·  %2").arg(exactTime(*time), relativeTime(*time, now)),
        QString::number(time->ms));
}

} // namespace greenroom
