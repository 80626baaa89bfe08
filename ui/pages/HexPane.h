#pragma once

#include <QPlainTextEdit>

namespace greenroom {

/// Text in a fixed font that can be read, selected and copied but not changed; showing the same
/// text again leaves selection and scroll position alone.
class HexPane final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit HexPane(QWidget *parent = nullptr);

    void showText(const QString &text);

    /// Makes the pane just as high as @p lines lines.
    void setVisibleLines(int lines);
};

} // namespace greenroom
