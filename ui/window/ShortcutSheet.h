#pragma once

class QWidget;

namespace greenroom {

/// Shows all keys of the window.
void showShortcutSheet(QWidget *parent);

} // namespace greenroom
