#pragma once

#include <QString>

class QToolButton;

namespace greenroom {

/// A flat button with a drawing (svgIcon); its text is its tooltip and what a screen reader says.
[[nodiscard]] QToolButton *iconButton(const QString &icon, const QString &text);

} // namespace greenroom
