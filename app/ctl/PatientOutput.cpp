#include "PatientOutput.h"

#include "Output.h"

#include <cerrno>
#include <climits>
#include <cstring>

#include <poll.h>
#include <unistd.h>

namespace greenroom::ctl {

namespace {

constexpr int LookAgainMs = 100;

// What a pipe takes without blocking once it says that it takes something.
constexpr qsizetype AtOnce = PIPE_BUF;

} // namespace

void PatientOutput::write(QByteArrayView bytes)
{
    while (m_isOpen && !bytes.isEmpty()) {
        pollfd output{STDOUT_FILENO, POLLOUT, 0};
        if (::poll(&output, 1, LookAgainMs) <= 0) {
            if (m_isToEnd())
                giveUp(QStringLiteral("nobody reads it"));
            continue;
        }
        const ssize_t written =
            ::write(STDOUT_FILENO, bytes.data(), size_t(std::min(bytes.size(), AtOnce)));
        if (written >= 0)
            bytes = bytes.sliced(written);
        else if (errno != EINTR && errno != EAGAIN)
            giveUp(QString::fromLocal8Bit(std::strerror(errno)));
    }
}

void PatientOutput::giveUp(const QString &reason)
{
    m_isOpen = false;
    complain(QStringLiteral("cannot write the output: ") + reason);
}

} // namespace greenroom::ctl
