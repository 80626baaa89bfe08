#pragma once

#include "Outline.h"

#include <QAbstractScrollArea>
#include <QList>

namespace greenroom {

/// Bytes as a dump: offset, hexadecimal, printable ASCII. Only what is in sight is painted, so that
/// the size of a value costs nothing. Moved in by mouse and keys; Shift selects, Ctrl+C copies the
/// selected or else the lit bytes as hexadecimal.
class HexView final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit HexView(QWidget *parent = nullptr);

    /// Cursor and scroll position stay as far as the bytes reach.
    void showBytes(const QByteArray &bytes);
    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }

    /// Lights up @p range, and fainter @p whole, in which it lies. Scrolls nowhere.
    void lightUp(ByteRange range, ByteRange whole);
    [[nodiscard]] ByteRange lit() const { return m_lit; }

    /// Marks bytes that could not be decoded.
    void markProblems(const QList<ByteRange> &ranges);
    [[nodiscard]] const QList<ByteRange> &problems() const { return m_problems; }

    /// Scrolls so that the range's first byte, and as much of it as fits, is in sight.
    void bringIntoSight(ByteRange range);

    /// The byte that keys move from; 0 at first.
    [[nodiscard]] qsizetype cursor() const { return m_cursor; }

    /// What the user has selected, or else what is lit.
    [[nodiscard]] ByteRange chosen() const;

    /// The line that holds a byte, as it is painted.
    [[nodiscard]] QString lineAt(qsizetype offset) const;

    /// Where a byte's digits are, within the viewport; it may be out of sight.
    [[nodiscard]] QRect rectOf(qsizetype offset) const;

    /// How wide the view is with so many bytes a line.
    [[nodiscard]] int widthFor(int bytesPerLine) const;

    [[nodiscard]] int bytesPerLine() const { return m_bytesPerLine; }

    QSize sizeHint() const override;

Q_SIGNALS:
    /// The user has gone to this byte.
    void byteChosen(qsizetype offset);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool event(QEvent *event) override;

private:
    enum class Selecting { No, Yes };

    [[nodiscard]] qsizetype lines() const;
    [[nodiscard]] int linesInSight() const;
    [[nodiscard]] int hexX(int column) const;
    [[nodiscard]] int asciiX(int column) const;
    [[nodiscard]] int offsetDigits() const;
    [[nodiscard]] std::optional<qsizetype> byteAt(QPoint at) const;
    [[nodiscard]] std::optional<qsizetype> targetOf(const QKeyEvent &event) const;
    void paintLine(QPainter &painter, qsizetype line, int y) const;
    void fill(QPainter &painter, ByteRange range, qsizetype line, int y,
              const QColor &colour) const;
    void goTo(qsizetype offset, Selecting selecting);
    void copy() const;
    void measure();
    void describe();

    QByteArray m_bytes;
    ByteRange m_lit;
    ByteRange m_whole;
    QList<ByteRange> m_problems;
    qsizetype m_cursor = 0;
    qsizetype m_anchor = 0; // where a selection began
    int m_bytesPerLine = 16;
    int m_charWidth = 8;
    int m_lineHeight = 16;
};

} // namespace greenroom
