#include "HexPane.h"

#include "PresentationProxy.h"

namespace greenroom {

HexPane::HexPane(QWidget *parent) : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setFont(fixedFont());
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    setWordWrapMode(QTextOption::WrapAnywhere);
    setTabChangesFocus(true);
    document()->setDocumentMargin(10);
}

void HexPane::showText(const QString &text)
{
    if (toPlainText() != text)
        setPlainText(text);
}

void HexPane::setVisibleLines(int lines)
{
    const int margins = 2 * (int(document()->documentMargin()) + frameWidth());
    setFixedHeight(fontMetrics().lineSpacing() * (lines + 1) + margins);
}

} // namespace greenroom
