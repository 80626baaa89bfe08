#include "ProgramIcon.h"

#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

#include <algorithm>

namespace greenroom {

namespace {

/// Fits whatever size it is drawn in: the best drawing there is for that many pixels.
class ProgramIconEngine final : public QIconEngine
{
public:
    QIconEngine *clone() const override { return new ProgramIconEngine; }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device()->devicePixelRatio();
        painter->drawPixmap(rect, pixmap(rect.size() * ratio, mode, state));
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode, QIcon::State) override
    {
        return QPixmap::fromImage(programImage(std::min(size.width(), size.height())));
    }

    QList<QSize> availableSizes(QIcon::Mode, QIcon::State) override
    {
        QList<QSize> sizes;
        for (const int side : {16, 22, 24, 32, 48, 64, 128})
            sizes << QSize(side, side);
        return sizes;
    }
};

QString drawingFor(int side)
{
    if (side > 24)
        return QStringLiteral(":/greenroom.svg");
    return side > 16 ? QStringLiteral(":/greenroom-24.svg") : QStringLiteral(":/greenroom-16.svg");
}

} // namespace

QImage programImage(int side)
{
    QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return image;
    image.fill(Qt::transparent);
    QSvgRenderer renderer(drawingFor(side));
    if (side == 22)
        renderer.setViewBox(QRect(1, 1, 22, 22)); // the one of 24 without its margin
    QPainter painter(&image);
    renderer.render(&painter, QRectF(0, 0, side, side));
    return image;
}

QIcon programIcon()
{
    return QIcon(new ProgramIconEngine);
}

} // namespace greenroom
