#include "Meeting.h"

#include <QFile>
#include <QFileInfo>
#include <QThread>

#ifdef Q_OS_UNIX
#    include <fcntl.h>
#    include <sys/file.h>
#    include <unistd.h>
#endif

namespace greenroom {

using namespace std::chrono_literals;

namespace {

using Outcome = Meeting::Outcome;

constexpr auto LockPatience = 2s;

/// Keeps others from taking over a socket that was left behind, by a lock on its folder, which
/// leaves no file of its own. The system takes it back when the process ends, however that is.
class FolderTurn
{
public:
    explicit FolderTurn(const QString &folder)
    {
#ifdef Q_OS_UNIX
        m_descriptor = ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_CLOEXEC);
        const QDeadlineTimer deadline(LockPatience);
        while (m_descriptor >= 0 && !m_isOurs && !deadline.hasExpired()) {
            m_isOurs = ::flock(m_descriptor, LOCK_EX | LOCK_NB) == 0;
            if (!m_isOurs)
                QThread::msleep(2);
        }
#else
        Q_UNUSED(folder);
#endif
    }

    ~FolderTurn()
    {
#ifdef Q_OS_UNIX
        if (m_descriptor >= 0)
            ::close(m_descriptor);
#endif
    }
    Q_DISABLE_COPY_MOVE(FolderTurn)

    [[nodiscard]] bool isOurs() const
    {
        return m_isOurs;
    }

private:
    int m_descriptor = -1;
    bool m_isOurs = false;
};

/// What came of one attempt; none where nobody is there.
std::optional<Outcome> tryHandOver(const QString &place, const HandOver &request,
                                   QDeadlineTimer deadline)
{
    const LocalSocket::Connection connection = LocalSocket::connectTo(place);
    if (connection.presence == LocalSocket::Presence::Nobody)
        return {};
    if (connection.presence == LocalSocket::Presence::Unclear)
        return Outcome::NoAnswer;
    // Nothing is asked of a process that is not awake: it might do it much later.
    const LocalSocket &socket = connection.socket;
    const std::optional<QByteArray> greeting = socket.readLine(HandOver::MaxBytes, deadline);
    if (!greeting)
        return Outcome::NoAnswer;
    if (*greeting != handOverGreeting())
        return Outcome::Apart;
    if (!socket.write(request.line(), deadline))
        return Outcome::NoAnswer;
    const std::optional<QByteArray> answer = socket.readLine(HandOver::MaxBytes, deadline);
    if (!answer)
        return Outcome::NoAnswer;
    if (*answer == lineOf(HandOver::Answer::Taken))
        return Outcome::HandedOver;
    return *answer == lineOf(HandOver::Answer::Busy) ? Outcome::Busy : Outcome::Apart;
}

/// With the folder's turn: nobody else takes over meanwhile.
Meeting takeOver(const QString &place)
{
    QFile::remove(place);
    LocalSocket listening = LocalSocket::listenAt(place);
    if (!listening.isOpen())
        return {};
    return {Outcome::First, std::move(listening)};
}

} // namespace

Meeting meet(const QString &place, const HandOver &request, std::chrono::milliseconds patience)
{
    if (place.isEmpty())
        return {};
    const QDeadlineTimer deadline(patience);
    const std::optional<Outcome> first = tryHandOver(place, request, deadline);
    // One that ended without an answer may have been quitting just now.
    if (first && (*first != Outcome::NoAnswer || deadline.hasExpired()))
        return {*first, {}};
    const FolderTurn turn(QFileInfo(place).path());
    if (!turn.isOurs())
        return {};
    if (const std::optional<Outcome> second = tryHandOver(place, request, deadline))
        return {*second, {}};
    return takeOver(place);
}

Meeting listenAlone(const QString &place)
{
    if (place.isEmpty())
        return {};
    const FolderTurn turn(QFileInfo(place).path());
    if (!turn.isOurs() || LocalSocket::connectTo(place).presence != LocalSocket::Presence::Nobody)
        return {};
    return takeOver(place);
}

} // namespace greenroom
