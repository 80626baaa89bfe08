#include "Banner.h"

#include "IconButton.h"
#include "Printable.h"
#include "SvgIcon.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace greenroom {

namespace {

constexpr int EdgeWidth = 3;
constexpr int IconSize = 18;
constexpr int Margin = 12;

QIcon iconOf(Tone tone)
{
    const bool isProblem = tone == Tone::Warning || tone == Tone::Danger;
    return svgIcon(isProblem ? QStringLiteral("status-damaged") : QStringLiteral("info"), tone);
}

} // namespace

Banner::Banner(QWidget *parent) : QWidget(parent), m_text(new QLabel)
{
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(EdgeWidth + Margin + IconSize + 10, 9, Margin, 9);
    layout->addWidget(m_text, 1);
    hide();
}

void Banner::tell(Tone tone, const QStringList &sentences)
{
    QStringList lines;
    for (const QString &sentence : sentences)
        lines << printable(sentence);
    m_text->setText(lines.join(u'\n'));
    m_tone = tone;
    setVisible(!sentences.isEmpty());
    update();
}

void Banner::makeClosable()
{
    QToolButton *close = iconButton(QStringLiteral("close"), tr("Hide this message"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    layout()->addWidget(close);
    layout()->setAlignment(close, Qt::AlignTop);
}

void Banner::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QColor colour = toneColor(m_tone, palette());
    painter.fillRect(QRect(0, 0, EdgeWidth, height()), colour);
    colour.setAlpha(28);
    painter.fillRect(rect().adjusted(EdgeWidth, 0, 0, 0), colour);
    iconOf(m_tone).paint(&painter, QRect(EdgeWidth + Margin, 9, IconSize, IconSize));
}

} // namespace greenroom
