#include "Colors.h"

namespace greenroom {

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Base).lightness() < 128;
}

QColor toneColor(Tone tone, const QPalette &palette)
{
    const bool dark = isDark(palette);
    switch (tone) {
    case Tone::Plain:
        return palette.color(QPalette::Text);
    case Tone::Muted:
        return dark ? QColor(0x9a, 0xa5, 0xa0) : QColor(0x5f, 0x6b, 0x66);
    case Tone::Accent:
        return dark ? QColor(0x4c, 0xc3, 0x8a) : QColor(0x1d, 0x7a, 0x50);
    case Tone::Good:
        return dark ? QColor(0x4c, 0xc3, 0x8a) : QColor(0x18, 0x80, 0x50);
    case Tone::Calm:
        return dark ? QColor(0x8f, 0xa8, 0xe8) : QColor(0x4a, 0x5f, 0xb0);
    case Tone::Warning:
        return dark ? QColor(0xf0, 0xb4, 0x4c) : QColor(0x9a, 0x62, 0x00);
    case Tone::Danger:
        return dark ? QColor(0xff, 0x7b, 0x72) : QColor(0xc0, 0x2a, 0x2a);
    }
    Q_UNREACHABLE();
}

Tone toneOf(ActorStatus status)
{
    switch (status) {
    case ActorStatus::Running:
    case ActorStatus::Starting:
        return Tone::Good;
    case ActorStatus::UncleanStop:
        return Tone::Warning;
    case ActorStatus::Sleeping:
    case ActorStatus::GoingToSleep:
        return Tone::Calm;
    case ActorStatus::Created:
    case ActorStatus::Destroyed:
        return Tone::Muted;
    case ActorStatus::Damaged:
    case ActorStatus::Crashed:
    case ActorStatus::Destroying:
        return Tone::Danger;
    }
    Q_UNREACHABLE();
}

} // namespace greenroom
