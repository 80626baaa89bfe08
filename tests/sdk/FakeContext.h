#pragma once

#include "FakeKeyValues.h"

/// What surrounds one actor in a test. Its time stands still until it is moved, and what the actor
/// asks for is written down. Key-values, state and alarm outlive the instance, as on disk.
class FakeContext final : public greenroom::ActorContext
{
public:
    FakeContext(QString name, QStringList key, std::optional<QByteArray> input);

    const greenroom::ActorId &id() const override { return m_id; }
    const QString &name() const override { return m_name; }
    const QStringList &key() const override { return m_key; }
    greenroom::Result<std::optional<QByteArray>> input() override { return m_input; }
    greenroom::Result<std::optional<QByteArray>> state() override { return savedState; }
    greenroom::Result<void> saveState(const QByteArray &cbor) override;
    greenroom::KeyValues &kv() override { return keyValues; }
    greenroom::Timestamp now() const override { return time; }
    greenroom::Result<greenroom::AlarmOutcome> setAlarm(greenroom::Timestamp at) override;
    greenroom::Result<void> cancelAlarm() override;
    int after(std::chrono::milliseconds delay, std::function<void()> task) override;
    int every(std::chrono::milliseconds period, std::function<void()> task) override;
    void stopTimer(int timer) override;
    void sleep() override { sleepAsked = true; }
    void destroy() override { destroyAsked = true; }
    void report(const QString &message) override { reports.append(message); }
    void post(std::function<void()> task) override;

    /// When the first timer is due, and to run it then.
    [[nodiscard]] std::optional<greenroom::Timestamp> nextTimer() const;
    void runNextTimer();

    void forgetTimers() { m_timers.clear(); }

    FakeKeyValues keyValues;
    std::optional<QByteArray> savedState;
    qint64 saves = 0;
    greenroom::Timestamp time{1'700'000'000'000};
    std::optional<greenroom::Timestamp> alarm;
    bool firing = false; ///< while onAlarm is under way
    std::optional<greenroom::Timestamp> held;
    bool stopping = false;
    bool sleepAsked = false;
    bool destroyAsked = false;
    QStringList reports;

private:
    struct Timer
    {
        greenroom::Timestamp due;
        std::optional<std::chrono::milliseconds> period;
        std::function<void()> task;
    };

    int add(std::chrono::milliseconds delay, std::optional<std::chrono::milliseconds> period,
            std::function<void()> task);

    [[nodiscard]] std::map<int, Timer>::const_iterator next() const;

    const QString m_name;
    const QStringList m_key;
    const greenroom::ActorId m_id;
    const std::optional<QByteArray> m_input;
    std::map<int, Timer> m_timers; // by number, and so by age
    int m_lastTimer = 0;
};
