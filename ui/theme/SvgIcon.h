#pragma once

#include "Colors.h"

#include <QIcon>

namespace greenroom {

/// One of the drawings in resources/icons, in the colour of @p tone. The colour is looked up in
/// the application's palette when the icon is painted, so it follows a change of theme; on a
/// selected row it takes the selection's text colour, and a disabled one is faint.
[[nodiscard]] QIcon svgIcon(const QString &name, Tone tone = Tone::Plain);

/// Greenroom's own icon, in its colours. Drawn when it is shown, and without Qt's plugins for it.
[[nodiscard]] QIcon programIcon();

[[nodiscard]] QIcon statusIcon(ActorStatus status);

} // namespace greenroom
