#include "BenchTable.h"

#include <algorithm>
#include <cstdio>

namespace greenroom::bench {

double median(QList<double> values)
{
    if (values.isEmpty())
        return 0;
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double timeOf(const std::function<void()> &work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return double(timer.nsecsElapsed()) / 1e3;
}

Comparison compare(int rounds, int operations, const std::function<void(int)> &ours,
                   const std::function<void(int)> &beside)
{
    Comparison comparison;
    for (int round = 0; round < rounds; ++round) {
        const auto takeOurs = [&] { comparison.ours << timeOf([&] { ours(round); }) / operations; };
        const auto takeBeside = [&] {
            comparison.beside << timeOf([&] { beside(round); }) / operations;
        };
        if (round % 2 == 0) {
            takeOurs();
            takeBeside();
        } else {
            takeBeside();
            takeOurs();
        }
    }
    return comparison;
}

QByteArray durationText(double us)
{
    const auto text = [](double value, const char *unit) {
        return QByteArray::number(value, 'f', value < 10 ? 2 : value < 100 ? 1 : 0) + ' ' + unit;
    };
    return us < 1000 ? text(us, "us") : us < 1e6 ? text(us / 1000, "ms") : text(us / 1e6, "s");
}

void printHeading(const char *title, const char *beside)
{
    std::printf("\n%-52s %10s %14s %7s\n", title, "median", beside, "ratio");
}

void printRow(const QByteArray &what, const Comparison &comparison, double bar)
{
    const double ours = median(comparison.ours);
    const double beside = median(comparison.beside);
    std::printf("%-52s %10s %14s %6.2fx", what.constData(), durationText(ours).constData(),
                durationText(beside).constData(), ours / beside);
    if (bar > 0)
        std::printf("  %s %.1fx", ours / beside <= bar ? "within" : "OVER", bar);
    std::printf("\n");
    std::fflush(stdout);
}

void printFigure(const QByteArray &what, const QByteArray &figure)
{
    std::printf("%-52s %s\n", what.constData(), figure.constData());
    std::fflush(stdout);
}

} // namespace greenroom::bench
