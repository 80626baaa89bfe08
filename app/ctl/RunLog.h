#pragma once

#include "ActorSource.h"
#include "PatientOutput.h"

#include <QJsonObject>
#include <QSet>

namespace greenroom::ctl {

/// What `run` prints: lines for people, or with Json an object a line.
class RunLog
{
public:
    enum class Form { Text, Json };

    /// Tells of @p source's events, and asks it who the actors are. Once @p isToEnd, it does not
    /// wait for a reader that has stopped reading.
    RunLog(ActorSource &source, Form form, std::function<bool()> isToEnd)
        : m_source(source), m_form(form), m_output(std::move(isToEnd))
    {}

    void begin(const QStringList &notices);
    void notice(const QString &text);

    /// All events since the last call.
    void printNews();

    void stopping();

    /// After the source has stopped: the last events, and how many actors have stopped. False when
    /// one of them has not.
    [[nodiscard]] bool end();

    /// False once the output cannot be written any more.
    [[nodiscard]] bool isHealthy() const { return m_output.isOpen(); }

private:
    struct Who
    {
        QString path;
        QString name;
        QStringList key;
    };

    [[nodiscard]] const Who *who(const ActorId &id);
    void follow(const ActorEvent &event);
    void print(const ActorEvent &event);
    void print(const QString &line);
    void print(const char *event, QJsonObject object);
    void print(const QJsonObject &object);
    void flush();

    ActorSource &m_source;
    const Form m_form;
    quint64 m_last = 0;
    QHash<ActorId, Who> m_known;
    QSet<ActorId> m_awake;
    bool m_hasLost = false; // m_awake is not to be trusted then
    bool m_isStopping = false;
    int m_stopped = 0;
    PatientOutput m_output;
    QByteArray m_unwritten;
};

} // namespace greenroom::ctl
