#include "IconButton.h"

#include "SvgIcon.h"

#include <QToolButton>

namespace greenroom {

QToolButton *iconButton(const QString &icon, const QString &text)
{
    auto *button = new QToolButton;
    button->setIcon(svgIcon(icon));
    button->setText(text);
    button->setToolTip(text);
    button->setAutoRaise(true);
    return button;
}

} // namespace greenroom
