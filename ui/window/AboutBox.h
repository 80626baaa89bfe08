#pragma once

class QWidget;

namespace greenroom {

/// Shows what this program is, its version and licence, and the Qt it runs on.
void showAboutBox(QWidget *parent);

} // namespace greenroom
