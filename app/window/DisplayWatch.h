#pragma once

#include <QtGlobal>

#include <functional>

namespace greenroom {

/// While this lives, Qt's fatal message that no window can be opened does not abort the program:
/// it ends with exit code 1 and a sentence that names the reason and the way out. To be alive
/// while the QApplication is made, and no longer. At most one at a time.
class DisplayWatch
{
public:
    /// @p beforeEnd is called before the program ends.
    explicit DisplayWatch(std::function<void()> beforeEnd);

    /// Passes on what was said meanwhile.
    ~DisplayWatch();
    Q_DISABLE_COPY_MOVE(DisplayWatch)
};

} // namespace greenroom
