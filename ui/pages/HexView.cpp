#include "HexView.h"

#include "ByteText.h"
#include "Colors.h"
#include "PresentationProxy.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace greenroom {

namespace {

constexpr int Margin = 10;
constexpr int LinePadding = 3;
constexpr int Group = 8; // bytes, then a gap
constexpr int FewestOffsetDigits = 4;
constexpr qsizetype MostCopied = 64 * 1024 * 1024;

bool isPrintable(quint8 byte)
{
    return byte >= 0x20 && byte < 0x7f;
}

ByteRange overlap(ByteRange a, ByteRange b)
{
    const qsizetype start = std::max(a.offset, b.offset);
    return {start, std::max<qsizetype>(0, std::min(a.end(), b.end()) - start)};
}

QColor translucent(QColor colour, int alpha)
{
    colour.setAlpha(alpha);
    return colour;
}

} // namespace

HexView::HexView(QWidget *parent) : QAbstractScrollArea(parent)
{
    setFont(fixedFont());
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Bytes"));
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setCursor(Qt::IBeamCursor);
    verticalScrollBar()->setSingleStep(1);
    measure();
}

void HexView::showBytes(const QByteArray &bytes)
{
    m_bytes = bytes;
    const qsizetype last = std::max<qsizetype>(0, m_bytes.size() - 1);
    m_cursor = std::min(m_cursor, last);
    m_anchor = std::min(m_anchor, last);
    m_problems.clear();
    m_lit = {};
    m_whole = {};
    measure();
    describe();
    viewport()->update();
}

void HexView::lightUp(ByteRange range, ByteRange whole)
{
    m_lit = range;
    m_whole = whole;
    m_anchor = m_cursor;
    viewport()->update();
}

void HexView::markProblems(const QList<ByteRange> &ranges)
{
    m_problems = ranges;
    viewport()->update();
}

void HexView::bringIntoSight(ByteRange range)
{
    const qsizetype first = range.offset / m_bytesPerLine;
    const qsizetype last = std::max(range.offset, range.end() - 1) / m_bytesPerLine;
    const qsizetype top = verticalScrollBar()->value();
    const qsizetype inSight = linesInSight();
    if (first < top || (last - first + 1 > inSight && first >= top + inSight))
        verticalScrollBar()->setValue(int(std::max<qsizetype>(0, first - 1)));
    else if (last >= top + inSight)
        verticalScrollBar()->setValue(int(std::min(first, last - inSight + 2)));
}

ByteRange HexView::chosen() const
{
    if (m_anchor == m_cursor)
        return m_lit;
    const qsizetype start = std::min(m_anchor, m_cursor);
    return {start, std::max(m_anchor, m_cursor) - start + 1};
}

qsizetype HexView::lines() const
{
    return (m_bytes.size() + m_bytesPerLine - 1) / m_bytesPerLine;
}

int HexView::linesInSight() const
{
    return std::max(1, (viewport()->height() - Margin) / m_lineHeight);
}

int HexView::offsetDigits() const
{
    int digits = FewestOffsetDigits;
    while (digits < 16 && m_bytes.size() > qsizetype(1) << (4 * digits))
        digits += 2;
    return digits;
}

int HexView::hexX(int column) const
{
    return Margin + m_charWidth * (offsetDigits() + 2 + 3 * column + column / Group);
}

int HexView::asciiX(int column) const
{
    return hexX(m_bytesPerLine) + m_charWidth * (1 + column) -
           (m_bytesPerLine % Group == 0 ? m_charWidth : 0);
}

int HexView::widthFor(int bytesPerLine) const
{
    const int characters =
        offsetDigits() + 2 + 3 * bytesPerLine + bytesPerLine / Group + 1 + bytesPerLine;
    return 2 * Margin + m_charWidth * characters + verticalScrollBar()->sizeHint().width();
}

QSize HexView::sizeHint() const
{
    return {widthFor(16), 12 * m_lineHeight};
}

void HexView::measure()
{
    m_charWidth = std::max(1, fontMetrics().horizontalAdvance(u'0'));
    m_lineHeight = fontMetrics().height() + LinePadding;
    const qsizetype firstInSight = qsizetype(verticalScrollBar()->value()) * m_bytesPerLine;
    m_bytesPerLine = 4;
    for (const int wider : {8, 16}) {
        if (widthFor(wider) <= width())
            m_bytesPerLine = wider;
    }
    const qsizetype hidden = std::max<qsizetype>(0, lines() - linesInSight());
    verticalScrollBar()->setRange(0, int(hidden));
    verticalScrollBar()->setPageStep(linesInSight());
    verticalScrollBar()->setValue(int(firstInSight / m_bytesPerLine));
    const int missing = asciiX(m_bytesPerLine) + Margin - viewport()->width();
    horizontalScrollBar()->setRange(0, std::max(0, missing));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(m_charWidth);
}

std::optional<qsizetype> HexView::byteAt(QPoint at) const
{
    if (m_bytes.isEmpty())
        return std::nullopt;
    const int x = at.x() + horizontalScrollBar()->value();
    const qsizetype line = verticalScrollBar()->value() + (at.y() - Margin / 2) / m_lineHeight;
    int column = 0;
    if (x >= asciiX(0) - m_charWidth / 2) {
        column = (x - asciiX(0)) / m_charWidth;
    } else {
        while (column + 1 < m_bytesPerLine && x >= hexX(column + 1) - m_charWidth / 2)
            ++column;
    }
    column = std::clamp(column, 0, m_bytesPerLine - 1);
    return std::clamp<qsizetype>(line * m_bytesPerLine + column, 0, m_bytes.size() - 1);
}

QRect HexView::rectOf(qsizetype offset) const
{
    const qsizetype line = offset / m_bytesPerLine - verticalScrollBar()->value();
    return {hexX(int(offset % m_bytesPerLine)) - horizontalScrollBar()->value(),
            Margin / 2 + int(line) * m_lineHeight, 2 * m_charWidth, m_lineHeight};
}

QString HexView::lineAt(qsizetype offset) const
{
    const qsizetype first = offset - offset % m_bytesPerLine;
    const QByteArrayView line = QByteArrayView(m_bytes).sliced(
        first, std::min<qsizetype>(m_bytesPerLine, m_bytes.size() - first));
    QString ascii;
    for (const char c : line)
        ascii += isPrintable(quint8(c)) ? QChar::fromLatin1(c) : QChar(0xb7);
    return QStringLiteral("%1  %2  %3")
        .arg(first, offsetDigits(), 16, QLatin1Char('0'))
        .arg(hexText(line), ascii);
}

void HexView::fill(QPainter &painter, ByteRange range, qsizetype line, int y,
                   const QColor &colour) const
{
    const ByteRange here = overlap(range, {line * m_bytesPerLine, m_bytesPerLine});
    if (here.size == 0)
        return;
    const int first = int(here.offset % m_bytesPerLine);
    const int last = first + int(here.size) - 1;
    const int half = m_charWidth / 2;
    painter.fillRect(hexX(first) - half, y, hexX(last) + 3 * m_charWidth - hexX(first),
                     m_lineHeight, colour);
    painter.fillRect(asciiX(first), y, int(here.size) * m_charWidth, m_lineHeight, colour);
}

void HexView::paintLine(QPainter &painter, qsizetype line, int y) const
{
    const QColor plain = palette().color(QPalette::Text);
    const QColor muted = toneColor(Tone::Muted, palette());
    const QColor danger = toneColor(Tone::Danger, palette());
    const QColor lit = palette().color(QPalette::Highlight);

    fill(painter, m_whole, line, y, translucent(lit, 110));
    fill(painter, m_lit, line, y, lit);
    QList<ByteRange> problems;
    for (const ByteRange &problem : m_problems) {
        if (overlap(problem, {line * m_bytesPerLine, m_bytesPerLine}).size > 0)
            problems << problem;
    }
    for (const ByteRange &problem : problems)
        fill(painter, problem, line, y, translucent(danger, 26));
    if (m_anchor != m_cursor)
        fill(painter, chosen(), line, y, translucent(toneColor(Tone::Calm, palette()), 90));

    const int base = y + LinePadding / 2 + fontMetrics().ascent();
    const qsizetype first = line * m_bytesPerLine;
    painter.setPen(muted);
    painter.drawText(Margin, base,
                     QStringLiteral("%1").arg(first, offsetDigits(), 16, QLatin1Char('0')));
    constexpr char Digits[] = "0123456789abcdef";
    const int count = int(std::min<qsizetype>(m_bytesPerLine, m_bytes.size() - first));
    for (int column = 0; column < count; ++column) {
        const qsizetype offset = first + column;
        const quint8 byte = quint8(m_bytes[offset]);
        const bool isProblem =
            std::any_of(problems.begin(), problems.end(), [&](const ByteRange &range) {
                return range.offset <= offset && offset < range.end();
            });
        painter.setPen(isProblem ? danger : byte == 0 ? muted : plain);
        const QChar digits[] = {QLatin1Char(Digits[byte >> 4]), QLatin1Char(Digits[byte & 15])};
        painter.drawText(hexX(column), base, QString(digits, 2));
        if (!isPrintable(byte) && !isProblem)
            painter.setPen(muted);
        painter.drawText(asciiX(column), base,
                         isPrintable(byte) ? QString(QLatin1Char(char(byte)))
                                           : QString(QChar(0xb7)));
        if (offset == m_cursor && hasFocus()) {
            painter.setPen(toneColor(Tone::Accent, palette()));
            painter.drawRect(hexX(column) - 2, y, 2 * m_charWidth + 3, m_lineHeight - 1);
            painter.drawRect(asciiX(column) - 1, y, m_charWidth + 1, m_lineHeight - 1);
        }
    }
}

void HexView::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    painter.translate(-horizontalScrollBar()->value(), 0);
    const qsizetype top = verticalScrollBar()->value();
    const qsizetype end = std::min<qsizetype>(lines(), top + linesInSight() + 2);
    for (qsizetype line = top; line < end; ++line) {
        const int y = Margin / 2 + int(line - top) * m_lineHeight;
        if (y < event->rect().bottom() + 1 && y + m_lineHeight > event->rect().top())
            paintLine(painter, line, y);
    }
}

void HexView::resizeEvent(QResizeEvent *)
{
    measure();
}

void HexView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        measure();
}

void HexView::goTo(qsizetype offset, Selecting selecting)
{
    if (m_bytes.isEmpty())
        return;
    m_cursor = std::clamp<qsizetype>(offset, 0, m_bytes.size() - 1);
    if (selecting == Selecting::No)
        m_anchor = m_cursor;
    bringIntoSight({m_cursor, 1});
    viewport()->update();
    describe();
    if (selecting == Selecting::No)
        Q_EMIT byteChosen(m_cursor);
}

void HexView::mousePressEvent(QMouseEvent *event)
{
    const std::optional<qsizetype> byte = byteAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || !byte)
        return;
    goTo(*byte, event->modifiers() & Qt::ShiftModifier ? Selecting::Yes : Selecting::No);
}

void HexView::mouseMoveEvent(QMouseEvent *event)
{
    const std::optional<qsizetype> byte = byteAt(event->position().toPoint());
    if (event->buttons() & Qt::LeftButton && byte && *byte != m_cursor)
        goTo(*byte, Selecting::Yes);
}

std::optional<qsizetype> HexView::targetOf(const QKeyEvent &event) const
{
    const bool isFar = event.modifiers() & Qt::ControlModifier;
    const qsizetype line = m_bytesPerLine;
    const qsizetype page = qsizetype(linesInSight()) * line;
    const qsizetype column = m_cursor % line;
    const qsizetype last = m_bytes.size() - 1;
    switch (event.key()) {
    case Qt::Key_Left:
        return m_cursor - 1;
    case Qt::Key_Right:
        return m_cursor + 1;
    case Qt::Key_Up:
        return m_cursor >= line ? m_cursor - line : m_cursor;
    case Qt::Key_Down:
        return m_cursor + line <= last ? m_cursor + line : m_cursor;
    case Qt::Key_PageUp:
        return std::max(column, m_cursor - page);
    case Qt::Key_PageDown:
        return std::min(last, m_cursor + page);
    case Qt::Key_Home:
        return isFar ? 0 : m_cursor - column;
    case Qt::Key_End:
        return isFar ? last : m_cursor - column + line - 1;
    default:
        return std::nullopt;
    }
}

void HexView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copy();
    } else if (event->matches(QKeySequence::SelectAll) && !m_bytes.isEmpty()) {
        m_anchor = 0;
        m_cursor = m_bytes.size() - 1;
        viewport()->update();
    } else if (const std::optional<qsizetype> target = targetOf(*event); target) {
        goTo(*target, event->modifiers() & Qt::ShiftModifier ? Selecting::Yes : Selecting::No);
    } else {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void HexView::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu(this);
    QAction *action = menu.addAction(tr("Copy as hex"), QKeySequence::Copy, this, &HexView::copy);
    action->setEnabled(chosen().size > 0);
    menu.exec(event->globalPos());
}

bool HexView::event(QEvent *event)
{
    // The window's own Copy must not take the key before it arrives here.
    if (event->type() == QEvent::ShortcutOverride) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Copy) || key->matches(QKeySequence::SelectAll) ||
            targetOf(*key))
            event->accept();
    }
    return QAbstractScrollArea::event(event);
}

void HexView::copy() const
{
    const ByteRange range = chosen();
    if (range.size > 0 && range.size <= MostCopied)
        QGuiApplication::clipboard()->setText(
            hexText(QByteArrayView(m_bytes).sliced(range.offset, range.size)));
}

void HexView::describe()
{
    if (m_bytes.isEmpty()) {
        setAccessibleDescription(tr("no bytes"));
        return;
    }
    const quint8 byte = quint8(m_bytes.at(m_cursor)); // never detaches: a copy would take long
    QString text = tr("byte %1 of %2: %3")
                       .arg(QLocale().toString(m_cursor), QLocale().toString(m_bytes.size()))
                       .arg(byte, 2, 16, QLatin1Char('0'));
    if (isPrintable(byte))
        text += QStringLiteral(", ") + QLatin1Char(char(byte));
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

} // namespace greenroom
