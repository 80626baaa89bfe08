#include "FirstInstance.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTimer>

namespace greenroom {

using namespace std::chrono_literals;

namespace {

constexpr auto VisitLimit = 5s;

} // namespace

struct FirstInstance::Visitor
{
    LocalSocket socket;
    QSocketNotifier heard{socket.descriptor(), QSocketNotifier::Read};
    QTimer limit;
    QByteArray bytes;

    explicit Visitor(LocalSocket connected) : socket(std::move(connected)) {}
};

FirstInstance::FirstInstance(QString place, LocalSocket listening, Take take, QObject *parent)
    : QObject(parent),
      m_place(std::move(place)),
      m_listening(std::move(listening)),
      m_take(std::move(take)),
      m_knocks(std::make_unique<QSocketNotifier>(m_listening.descriptor(), QSocketNotifier::Read))
{
    connect(m_knocks.get(), &QSocketNotifier::activated, this, &FirstInstance::welcome);
}

FirstInstance::~FirstInstance()
{
    m_visitors.clear();
    m_knocks.reset();
    // Before the socket is closed: who finds it closed may put another in its place.
    QFile::remove(m_place);
    // Only where it is one of our own, and empty.
    const QFileInfo folder(QFileInfo(m_place).path());
    if (folder.fileName().startsWith(QLatin1String("greenroom-")))
        folder.dir().rmdir(folder.fileName());
}

void FirstInstance::welcome()
{
    LocalSocket socket = m_listening.accept();
    // Nobody reads slowly enough to fill a socket with a greeting, so nothing waits here.
    if (!socket.isOpen() || m_visitors.size() >= MaxVisitors ||
        !socket.write(handOverGreeting(), QDeadlineTimer(0)))
        return;
    const auto &visitor = m_visitors.emplace_back(std::make_unique<Visitor>(std::move(socket)));
    Visitor &added = *visitor;
    connect(&added.heard, &QSocketNotifier::activated, this, [this, &added] { hear(added); });
    connect(&added.limit, &QTimer::timeout, this, [this, &added] { dismiss(added); });
    added.limit.setSingleShot(true);
    added.limit.start(VisitLimit);
}

void FirstInstance::hear(Visitor &visitor)
{
    const LocalSocket::Reading reading = visitor.socket.read(visitor.bytes);
    if (reading == LocalSocket::Reading::Later)
        return;
    const qsizetype end = visitor.bytes.indexOf('\n');
    if (reading == LocalSocket::Reading::Some && end < 0 &&
        visitor.bytes.size() <= HandOver::MaxBytes)
        return; // the rest is to come
    if (reading == LocalSocket::Reading::Some) {
        const Result<HandOver> request =
            HandOver::ofLine(visitor.bytes.first(std::max(end, qsizetype(0))));
        const HandOver::Answer answer =
            request ? m_take(*request) : HandOver::Answer::NotUnderstood;
        (void)visitor.socket.write(lineOf(answer), QDeadlineTimer(0)); // or it has gone
    }
    dismiss(visitor);
}

void FirstInstance::dismiss(const Visitor &visitor)
{
    // Later: this is called by the visitor's own signals.
    const auto isThis = [&visitor](const auto &known) { return known.get() == &visitor; };
    const auto found = std::find_if(m_visitors.begin(), m_visitors.end(), isThis);
    if (found == m_visitors.end())
        return;
    (*found)->heard.setEnabled(false);
    (*found)->limit.stop();
    (*found)->socket.close();
    QMetaObject::invokeMethod(
        this, [this, isThis] { m_visitors.remove_if(isThis); }, Qt::QueuedConnection);
}

} // namespace greenroom
