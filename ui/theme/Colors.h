#pragma once

#include "ActorStatus.h"

#include <QColor>
#include <QPalette>

namespace greenroom {

/// What a colour says, apart from Qt's own palette.
enum class Tone {
    Plain,   ///< text
    Muted,   ///< text that can be passed over
    Accent,  ///< Greenroom's own green
    Good,    ///< running
    Calm,    ///< sleeping
    Warning, ///< look at this
    Danger,  ///< overdue, damaged
};

/// The colour of @p tone on a light or dark palette; readable on its base colour.
[[nodiscard]] QColor toneColor(Tone tone, const QPalette &palette);

[[nodiscard]] Tone toneOf(ActorStatus status);

[[nodiscard]] bool isDark(const QPalette &palette);

} // namespace greenroom
