#include "ProcessAge.h"

#include <QtGlobal>

#ifdef Q_OS_LINUX
#    include <cstdio>
#    include <cstring>
#    include <ctime>
#    include <unistd.h>
#endif

namespace greenroom {

namespace {

using namespace std::chrono;

#ifdef Q_OS_LINUX

/// Milliseconds from the machine's start to the process's; negative if the system does not tell.
double startOfProcess()
{
    char text[1024] = {};
    std::FILE *file = std::fopen("/proc/self/stat", "r");
    if (!file)
        return -1;
    const size_t size = std::fread(text, 1, sizeof text - 1, file);
    std::fclose(file);
    text[size] = 0;
    // The name, in parentheses, may have any; the 22nd field is the 20th behind it.
    const char *field = std::strrchr(text, ')');
    unsigned long long ticks = 0;
    const char *skipTo22 = ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d "
                           "%*d %*d %llu";
    if (!field || std::sscanf(field, skipTo22, &ticks) != 1)
        return -1;
    return double(ticks) * 1000 / double(sysconf(_SC_CLK_TCK));
}

double sinceStart()
{
    static const double start = startOfProcess();
    timespec now = {};
    if (start < 0 || clock_gettime(CLOCK_BOOTTIME, &now) != 0)
        return -1;
    return double(now.tv_sec) * 1000 + double(now.tv_nsec) / 1e6 - start;
}

#else

double sinceStart()
{
    return -1;
}

#endif

milliseconds sinceFirstCall()
{
    static const auto first = steady_clock::now();
    return duration_cast<milliseconds>(steady_clock::now() - first);
}

} // namespace

milliseconds processAge()
{
    const milliseconds known = sinceFirstCall();
    const double age = sinceStart();
    return age < 0 ? known : milliseconds(qint64(age + 0.5));
}

const char *processAgeOrigin()
{
    return sinceStart() < 0 ? "the first line of main" : "the start of the process";
}

} // namespace greenroom
