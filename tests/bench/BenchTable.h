#pragma once

#include <QElapsedTimer>
#include <QList>

#include <functional>

namespace greenroom::bench {

/// Times in microseconds of two ways to do the same, taken in turn so that what else the machine
/// does hits both.
struct Comparison
{
    QList<double> ours;
    QList<double> beside;
};

[[nodiscard]] double median(QList<double> values);

/// How long @p work takes, in microseconds.
[[nodiscard]] double timeOf(const std::function<void()> &work);

/// Runs both @p rounds times in turn; each counts for @p operations.
[[nodiscard]] Comparison compare(int rounds, int operations, const std::function<void(int)> &ours,
                                 const std::function<void(int)> &beside);

/// Lines of one table on standard output.
void printHeading(const char *title, const char *beside);
void printRow(const QByteArray &what, const Comparison &comparison, double bar = 0);
void printFigure(const QByteArray &what, const QByteArray &figure);

/// Such as "12.3 µs" or "4.56 ms".
[[nodiscard]] QByteArray durationText(double us);

} // namespace greenroom::bench
