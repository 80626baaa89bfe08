#include "Output.h"

#include "Printable.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace greenroom::ctl {

bool printBytes(QByteArrayView bytes)
{
    return bytes.isEmpty() || // no bytes may have no address, which fwrite must not be given
           std::fwrite(bytes.data(), 1, size_t(bytes.size()), stdout) == size_t(bytes.size());
}

bool print(const QString &text)
{
    return printBytes(text.toUtf8());
}

void complain(const QString &message)
{
    const QByteArray line = QStringLiteral("greenroomctl: %1\n").arg(printable(message)).toUtf8();
    std::fwrite(line.constData(), 1, size_t(line.size()), stderr);
}

int failWith(const Error &error)
{
    std::fflush(stdout);
    complain(error.message);
    return ExitFailed;
}

int finishOutput()
{
    if (std::fflush(stdout) == 0 && !std::ferror(stdout))
        return ExitOk;
    complain(QStringLiteral("cannot write the output: ") +
             QString::fromLocal8Bit(std::strerror(errno)));
    return ExitFailed;
}

} // namespace greenroom::ctl
