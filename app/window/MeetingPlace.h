#pragma once

#include <QString>

namespace greenroom {

/// Where the windows of one user on one display find each other: the path of a socket in a folder
/// that is this user's alone, XDG_RUNTIME_DIR or else one in the folder for temporary files, which
/// is made. Empty where there is no such folder, or the path would be too long for a socket.
///
/// @p platform is what -platform names: a window without a screen is not looked for on one.
[[nodiscard]] QString meetingPlace(const QString &platform);

} // namespace greenroom
