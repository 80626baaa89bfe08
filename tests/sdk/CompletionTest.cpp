#include "Completion.h"
#include "Outcome.h"

#include <QTest>

#include <optional>
#include <thread>
#include <vector>

using namespace greenroom;

class CompletionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_outcomes.clear(); }

    void aHookThatIgnoresItIsOverWhenItReturns();
    void aHookIsOverWhenTheLastCopyIsGone();
    void theFirstFailureCounts();
    void aSuccessfulOutcomeIsNoFailure();
    void copiesAreKeptAndFailedOnAnyThread();

private:
    [[nodiscard]] Completion completion()
    {
        return Completion([this](const Result<void> &outcome) { m_outcomes.append(outcome); });
    }

    QList<Result<void>> m_outcomes;
};

void CompletionTest::aHookThatIgnoresItIsOverWhenItReturns()
{
    const auto hook = [](const Completion &) {};
    hook(completion());
    QCOMPARE(m_outcomes.size(), 1);
    QCOMPARE(outcomeOf(m_outcomes[0]), QStringLiteral("ok"));
}

void CompletionTest::aHookIsOverWhenTheLastCopyIsGone()
{
    std::optional<Completion> kept = completion();
    {
        const Completion copy = *kept;
        kept.reset();
        QCOMPARE(m_outcomes.size(), 0);
    }
    QCOMPARE(m_outcomes.size(), 1);
}

void CompletionTest::theFirstFailureCounts()
{
    {
        const Completion first = completion();
        const Completion second = first;
        second.fail(QStringLiteral("one"));
        first.fail(Error{ErrorCode::Io, QStringLiteral("two")});
        first.failIf<void>(fail(ErrorCode::Sql, QStringLiteral("three")));
        QCOMPARE(m_outcomes.size(), 0);
    }
    QCOMPARE(m_outcomes.size(), 1);
    QCOMPARE(outcomeOf(m_outcomes[0]), QStringLiteral("actor-failed"));
    QCOMPARE(messageOf(m_outcomes[0]), QStringLiteral("one"));
}

void CompletionTest::aSuccessfulOutcomeIsNoFailure()
{
    completion().failIf(Result<int>(1));
    completion().failIf<void>(fail(ErrorCode::Sql, QStringLiteral("malformed")));
    QCOMPARE(outcomeOf(m_outcomes[0]), QStringLiteral("ok"));
    QCOMPARE(outcomeOf(m_outcomes[1]), QStringLiteral("sql-error"));
}

void CompletionTest::copiesAreKeptAndFailedOnAnyThread()
{
    constexpr int Rounds = 200;
    for (int round = 0; round < Rounds; ++round) {
        std::vector<std::thread> threads;
        {
            const Completion kept = completion();
            for (int i = 0; i < 4; ++i) {
                threads.emplace_back([copy = kept]() mutable {
                    const Completion mine = std::move(copy);
                    mine.fail(QStringLiteral("from a thread"));
                });
            }
        }
        for (std::thread &thread : threads)
            thread.join();
    }
    QCOMPARE(m_outcomes.size(), Rounds);
    for (const Result<void> &outcome : m_outcomes)
        QCOMPARE(messageOf(outcome), QStringLiteral("from a thread"));
}

QTEST_GUILESS_MAIN(CompletionTest)
#include "CompletionTest.moc"
