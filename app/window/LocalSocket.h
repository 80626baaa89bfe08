#pragma once

#include <QByteArray>
#include <QDeadlineTimer>
#include <QString>

#include <optional>

namespace greenroom {

/// One end of a conversation between two programs of one user on one machine, over a Unix domain
/// socket; the other end is known to be that user's. Qt's own QLocalSocket is part of Qt Network,
/// which Greenroom does without: a program that has no network code cannot phone home.
///
/// Used from one thread. On systems without such sockets nothing connects and nothing listens.
class LocalSocket
{
public:
    LocalSocket() = default;
    LocalSocket(LocalSocket &&other) noexcept;
    LocalSocket &operator=(LocalSocket &&other) noexcept;
    ~LocalSocket();

    [[nodiscard]] bool isOpen() const { return m_descriptor >= 0; }
    [[nodiscard]] int descriptor() const { return m_descriptor; }
    void close();

    enum class Presence {
        Someone, ///< connected
        Nobody,  ///< there is no socket at the path, or one that its owner has left behind
        Unclear, ///< neither could be found out
    };
    struct Connection;
    [[nodiscard]] static Connection connectTo(const QString &path);

    /// Listens at @p path, where nothing is yet; only this user can connect. Not open if that
    /// fails.
    [[nodiscard]] static LocalSocket listenAt(const QString &path);

    /// The next who has connected to this listening socket. Not open when nobody has, or it is
    /// another user.
    [[nodiscard]] LocalSocket accept() const;

    /// Writes all of @p bytes, or fails. Waits until @p deadline where the other does not read.
    [[nodiscard]] bool write(const QByteArray &bytes, QDeadlineTimer deadline) const;

    enum class Reading { Some, Later, Ended };
    /// Adds what has come to @p bytes, without waiting.
    [[nodiscard]] Reading read(QByteArray &bytes) const;

    /// The next line, with its end, waited for until @p deadline; none if it does not come, or is
    /// longer than @p maxBytes.
    [[nodiscard]] std::optional<QByteArray> readLine(qsizetype maxBytes,
                                                     QDeadlineTimer deadline) const;

private:
    explicit LocalSocket(int descriptor) : m_descriptor(descriptor) {}
    [[nodiscard]] bool isSameUser() const;

    int m_descriptor = -1;
};

struct LocalSocket::Connection
{
    Presence presence = Presence::Unclear;
    LocalSocket socket; ///< open with Someone
};

} // namespace greenroom
