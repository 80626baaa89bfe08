#include "SvgIcon.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace greenroom {

namespace {

QByteArray drawing(const QString &name)
{
    QFile file(QStringLiteral(":/%1.svg").arg(name));
    const bool opened = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(opened, "svgIcon", qPrintable(file.fileName()));
    return opened ? file.readAll() : QByteArray();
}

class SvgIconEngine final : public QIconEngine
{
public:
    SvgIconEngine(const QString &name, Tone tone)
        : m_name(name), m_tone(tone), m_drawing(drawing(name))
    {}

    QIconEngine *clone() const override { return new SvgIconEngine(m_name, m_tone); }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        QByteArray coloured = m_drawing;
        coloured.replace("currentColor", color(mode).name().toLatin1());
        QSvgRenderer renderer(coloured);
        painter->save();
        if (mode == QIcon::Disabled)
            painter->setOpacity(0.4);
        const int side = std::min(rect.width(), rect.height());
        QRect square(0, 0, side, side);
        square.moveCenter(rect.center());
        renderer.render(painter, square);
        painter->restore();
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }

    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state, qreal) override
    {
        // A table paints the same few icons hundreds of times.
        const QString key = QStringLiteral("greenroom/%1/%2/%3x%4/%5")
                                .arg(m_name, color(mode).name())
                                .arg(size.width())
                                .arg(size.height())
                                .arg(int(mode));
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap))
            return pixmap;
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

private:
    QColor color(QIcon::Mode mode) const
    {
        const QPalette palette = QGuiApplication::palette();
        return mode == QIcon::Selected ? palette.color(QPalette::HighlightedText)
                                       : toneColor(m_tone, palette);
    }

    const QString m_name;
    const Tone m_tone;
    const QByteArray m_drawing;
};

QString statusIconName(ActorStatus status)
{
    switch (status) {
    case ActorStatus::Running:
        return QStringLiteral("status-running");
    case ActorStatus::Starting:
        return QStringLiteral("status-starting");
    case ActorStatus::GoingToSleep:
    case ActorStatus::Destroying:
        return QStringLiteral("status-stopping");
    case ActorStatus::Crashed:
        return QStringLiteral("status-crashed");
    case ActorStatus::UncleanStop:
        return QStringLiteral("status-unclean");
    case ActorStatus::Sleeping:
        return QStringLiteral("status-sleeping");
    case ActorStatus::Created:
        return QStringLiteral("status-created");
    case ActorStatus::Destroyed:
        return QStringLiteral("status-destroyed");
    case ActorStatus::Damaged:
        return QStringLiteral("status-damaged");
    }
    Q_UNREACHABLE();
}

} // namespace

QIcon svgIcon(const QString &name, Tone tone)
{
    return QIcon(new SvgIconEngine(QStringLiteral("icons/") + name, tone));
}

QIcon programIcon()
{
    // Its drawing has no currentColor, so a tone changes nothing.
    return QIcon(new SvgIconEngine(QStringLiteral("greenroom"), Tone::Plain));
}

QIcon statusIcon(ActorStatus status)
{
    return svgIcon(statusIconName(status), toneOf(status));
}

} // namespace greenroom
