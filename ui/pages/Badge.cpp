#include "Badge.h"

#include <QPainter>

namespace greenroom {

namespace {

constexpr int SideMargin = 10;
constexpr int Dot = 7;

} // namespace

Badge::Badge(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    hide();
}

void Badge::tell(Tone tone, const QString &words)
{
    m_tone = tone;
    if (m_words != words) {
        m_words = words;
        setAccessibleName(words);
        updateGeometry();
    }
    setVisible(!words.isEmpty());
    update();
}

QSize Badge::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_words) + 2 * SideMargin + Dot + 6,
            fontMetrics().height() + 8};
}

void Badge::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor colour = toneColor(m_tone, palette());
    QColor ground = colour;
    ground.setAlpha(34);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(rect(), height() / 2.0, height() / 2.0);
    painter.setBrush(colour);
    painter.drawEllipse(QRect(SideMargin, (height() - Dot) / 2, Dot, Dot));
    painter.setPen(colour);
    painter.drawText(rect().adjusted(SideMargin + Dot + 6, 0, -SideMargin, 0),
                     Qt::AlignVCenter | Qt::AlignLeft, m_words);
}

} // namespace greenroom
