#pragma once

#include <QIcon>
#include <QImage>

namespace greenroom {

/// Greenroom's own icon, @p side pixels wide and high. Up to 24 pixels it is a drawing of its own,
/// with every edge on a pixel; it needs neither a display nor an application.
[[nodiscard]] QImage programImage(int side);

/// The same for a window. Drawn when it is shown, in the sizes that a desktop asks for.
[[nodiscard]] QIcon programIcon();

} // namespace greenroom
