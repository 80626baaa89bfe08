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
    setFixedHeight(fontMetrics().lineSpacing() * lines + int(2 * document()->documentMargin()) + 4);
}

} // namespace greenroom
