#pragma once

#include "MainWindow.h"
#include "StartOptions.h"

namespace greenroom {

/// What a second start asks of the window that is open. One line of JSON, which names the version
/// of this protocol: a Greenroom of another one is not understood, and opens its own window.
struct HandOver
{
    QString folder; ///< absolute; empty: only show the window
    MainWindow::Mode mode = MainWindow::Mode::Look;
    StartOptions::Chooser chooser = StartOptions::Chooser::Closed;

    /// What the desktop gave the second start, so that the window may come to the front.
    QString activationToken;

    /// What the open window makes of it.
    enum class Answer {
        Taken,
        Busy, ///< it must not be disturbed
        NotUnderstood,
    };

    static constexpr int Version = 1;
    static constexpr qsizetype MaxBytes = 64 * 1024; ///< of a line

    [[nodiscard]] QByteArray line() const;

    /// Fails for whatever line() has not written, without any effect.
    [[nodiscard]] static Result<HandOver> ofLine(const QByteArray &line);

    bool operator==(const HandOver &) const = default;
};

/// What the first instance says to everybody who comes, and its answers, a line each.
[[nodiscard]] QByteArray handOverGreeting();
[[nodiscard]] QByteArray lineOf(HandOver::Answer answer);

} // namespace greenroom
