#include "EmptyState.h"

#include "SvgIcon.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace greenroom {

EmptyState::EmptyState(QWidget *parent)
    : QWidget(parent),
      m_icon(new QLabel),
      m_title(new QLabel),
      m_text(new QLabel),
      m_action(new QPushButton)
{
    QFont font = m_title->font();
    font.setPointSizeF(font.pointSizeF() * 1.25);
    font.setWeight(QFont::DemiBold);
    m_title->setFont(font);
    for (QLabel *label : {m_icon, m_title, m_text})
        label->setAlignment(Qt::AlignCenter);
    for (QLabel *label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    connect(m_action, &QPushButton::clicked, this, &EmptyState::actionTriggered);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(32, 32, 32, 32);
    layout->setSpacing(10);
    layout->addStretch();
    layout->addWidget(m_icon);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addWidget(m_action, 0, Qt::AlignCenter);
    layout->addStretch();
}

void EmptyState::show(const QString &icon, const QString &title, const QString &text,
                      const QString &action)
{
    m_icon->setPixmap(svgIcon(icon, Tone::Muted).pixmap(QSize(40, 40)));
    m_title->setText(title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
}

void EmptyState::makeLow()
{
    m_icon->hide();
    layout()->setContentsMargins(16, 4, 16, 4);
    layout()->setSpacing(4);
}

} // namespace greenroom
