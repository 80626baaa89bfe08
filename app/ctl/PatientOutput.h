#pragma once

#include <QByteArrayView>

#include <functional>

namespace greenroom::ctl {

/// Standard output for a program that must come to an end though nobody reads: waits for the reader
/// as long as it takes, but not once the program is to end.
class PatientOutput
{
public:
    explicit PatientOutput(std::function<bool()> isToEnd) : m_isToEnd(std::move(isToEnd)) {}

    /// Writes all, unless it was given up; complains when it gives up.
    void write(QByteArrayView bytes);

    /// False once it was given up.
    [[nodiscard]] bool isOpen() const { return m_isOpen; }

private:
    void giveUp(const QString &reason);

    const std::function<bool()> m_isToEnd;
    bool m_isOpen = true;
};

} // namespace greenroom::ctl
