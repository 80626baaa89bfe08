#include "StopSignals.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>

#include <fcntl.h>
#include <unistd.h>

namespace greenroom::ctl {

namespace {

constexpr int Signals[] = {SIGINT, SIGTERM, SIGHUP};

// One wish to stop may come as several signals: a terminal and "timeout" send to the program and to
// its group.
constexpr long long SameWishMs = 300;

// The handler may only touch what is safe at any moment.
int pipeEnds[2] = {-1, -1};
std::atomic<long long> firstMs{0};
static_assert(std::atomic<long long>::is_always_lock_free);

long long uptimeMs()
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1'000'000 + 1; // never 0
}

void onSignal(int)
{
    const int errnoBefore = errno;
    const long long now = uptimeMs();
    long long first = 0;
    if (firstMs.compare_exchange_strong(first, now)) {
        const char byte = 1;
        (void)!::write(pipeEnds[1], &byte, 1);
    } else if (now - first > SameWishMs) {
        constexpr char Words[] = "greenroomctl: ended at once; actors were not put to sleep\n";
        (void)!::write(STDERR_FILENO, Words, sizeof(Words) - 1);
        ::_exit(1);
    }
    errno = errnoBefore;
}

sigset_t signalSet()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : Signals)
        sigaddset(&set, signal);
    return set;
}

} // namespace

StopSignals::StopSignals(std::function<void()> onStop) : m_onStop(std::move(onStop))
{
    if (::pipe2(pipeEnds, O_CLOEXEC | O_NONBLOCK) != 0)
        qFatal("no pipe for signals: %s", std::strerror(errno));
    const sigset_t set = signalSet();
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
    for (const int signal : Signals) {
        struct sigaction before = {};
        ::sigaction(signal, nullptr, &before);
        // As under nohup. A script starts what it puts in the background with SIGINT ignored; yet
        // who sends that means it.
        if (signal == SIGHUP && before.sa_handler == SIG_IGN)
            continue;
        struct sigaction action = {};
        action.sa_handler = onSignal;
        action.sa_flags = SA_RESTART;
        ::sigaction(signal, &action, nullptr);
    }
    m_notifier = std::make_unique<QSocketNotifier>(pipeEnds[0], QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [this] {
        m_notifier->setEnabled(false);
        m_onStop();
    });
}

StopSignals::~StopSignals()
{
    // The handlers stay: a second signal must work while the rest of the program ends.
    m_notifier.reset();
}

void StopSignals::listen()
{
    const sigset_t set = signalSet();
    ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

bool StopSignals::hasCome() const
{
    return firstMs.load() != 0;
}

} // namespace greenroom::ctl
