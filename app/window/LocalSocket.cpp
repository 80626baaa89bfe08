#include "LocalSocket.h"

#include <QFile>

#include <cerrno>
#include <utility>

#ifdef Q_OS_UNIX
#    include <fcntl.h>
#    include <poll.h>
#    include <sys/socket.h>
#    include <sys/stat.h>
#    include <sys/un.h>
#    include <unistd.h>
#endif

namespace greenroom {

LocalSocket::LocalSocket(LocalSocket &&other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
{}

LocalSocket &LocalSocket::operator=(LocalSocket &&other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

LocalSocket::~LocalSocket()
{
    close();
}

#ifdef Q_OS_UNIX

namespace {

constexpr int Backlog = 32;

#    ifdef MSG_NOSIGNAL
constexpr int SendFlags = MSG_NOSIGNAL;
#    else
constexpr int SendFlags = 0;
#    endif

std::optional<sockaddr_un> addressOf(const QString &path)
{
    const QByteArray name = QFile::encodeName(path);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (name.isEmpty() || size_t(name.size()) >= sizeof address.sun_path)
        return {};
    qstrcpy(address.sun_path, name.constData());
    return address;
}

bool prepare(int descriptor)
{
#    ifdef SO_NOSIGPIPE
    const int on = 1;
    (void)setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#    endif
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0;
}

int newSocket()
{
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor >= 0 && !prepare(descriptor)) {
        ::close(descriptor);
        return -1;
    }
    return descriptor;
}

bool waitFor(int descriptor, short events, QDeadlineTimer deadline)
{
    for (;;) {
        pollfd waited{descriptor, events, 0};
        const int ready = ::poll(&waited, 1, int(deadline.remainingTime()));
        if (ready > 0)
            return true;
        if (ready == 0 || errno != EINTR)
            return false;
    }
}

} // namespace

void LocalSocket::close()
{
    if (isOpen())
        ::close(std::exchange(m_descriptor, -1));
}

bool LocalSocket::isSameUser() const
{
#    ifdef SO_PEERCRED
    ucred peer{};
    socklen_t size = sizeof peer;
    return getsockopt(m_descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
           peer.uid == geteuid();
#    else
    uid_t user = 0;
    gid_t group = 0;
    return getpeereid(m_descriptor, &user, &group) == 0 && user == geteuid();
#    endif
}

LocalSocket::Connection LocalSocket::connectTo(const QString &path)
{
    const std::optional<sockaddr_un> address = addressOf(path);
    LocalSocket socket(address ? newSocket() : -1);
    if (!socket.isOpen())
        return {};
    if (::connect(socket.m_descriptor, reinterpret_cast<const sockaddr *>(&*address),
                  sizeof *address) != 0) {
        // EAGAIN: somebody listens, and has too many waiting already.
        const bool isAbsent = errno == ENOENT || errno == ECONNREFUSED;
        return {isAbsent ? Presence::Nobody : Presence::Unclear, {}};
    }
    if (!socket.isSameUser())
        return {};
    return {Presence::Someone, std::move(socket)};
}

LocalSocket LocalSocket::listenAt(const QString &path)
{
    const std::optional<sockaddr_un> address = addressOf(path);
    LocalSocket socket(address ? newSocket() : -1);
    if (!socket.isOpen())
        return {};
    // The folder is this user's alone already; where it is not, accept() looks who comes.
    const mode_t before = umask(0077);
    const bool isBound = ::bind(socket.m_descriptor, reinterpret_cast<const sockaddr *>(&*address),
                                sizeof *address) == 0;
    umask(before);
    if (!isBound || ::listen(socket.m_descriptor, Backlog) != 0)
        return {};
    return socket;
}

LocalSocket LocalSocket::accept() const
{
    LocalSocket socket(::accept(m_descriptor, nullptr, nullptr));
    if (socket.isOpen() && (!prepare(socket.m_descriptor) || !socket.isSameUser()))
        socket.close();
    return socket;
}

bool LocalSocket::write(const QByteArray &bytes, QDeadlineTimer deadline) const
{
    qsizetype written = 0;
    while (written < bytes.size()) {
        const ssize_t count = ::send(m_descriptor, bytes.constData() + written,
                                     size_t(bytes.size() - written), SendFlags);
        if (count > 0)
            written += count;
        else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (!waitFor(m_descriptor, POLLOUT, deadline))
                return false;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

LocalSocket::Reading LocalSocket::read(QByteArray &bytes) const
{
    char buffer[4096];
    for (;;) {
        const ssize_t count = ::recv(m_descriptor, buffer, sizeof buffer, 0);
        if (count > 0) {
            bytes.append(buffer, count);
            return Reading::Some;
        }
        if (count == 0)
            return Reading::Ended;
        if (errno == EAGAIN || errno == EWOULDBLOCK)
            return Reading::Later;
        if (errno != EINTR)
            return Reading::Ended;
    }
}

std::optional<QByteArray> LocalSocket::readLine(qsizetype maxBytes, QDeadlineTimer deadline) const
{
    QByteArray bytes;
    while (!bytes.contains('\n')) {
        if (bytes.size() > maxBytes)
            return {};
        switch (read(bytes)) {
        case Reading::Some:
            break;
        case Reading::Ended:
            return {};
        case Reading::Later:
            if (!waitFor(m_descriptor, POLLIN, deadline))
                return {};
            break;
        }
    }
    return bytes.first(bytes.indexOf('\n') + 1);
}

#else

void LocalSocket::close() {}

bool LocalSocket::isSameUser() const
{
    return false;
}

LocalSocket::Connection LocalSocket::connectTo(const QString &)
{
    return {};
}

LocalSocket LocalSocket::listenAt(const QString &)
{
    return {};
}

LocalSocket LocalSocket::accept() const
{
    return {};
}

bool LocalSocket::write(const QByteArray &, QDeadlineTimer) const
{
    return false;
}

LocalSocket::Reading LocalSocket::read(QByteArray &) const
{
    return Reading::Ended;
}

std::optional<QByteArray> LocalSocket::readLine(qsizetype, QDeadlineTimer) const
{
    return {};
}

#endif

} // namespace greenroom
