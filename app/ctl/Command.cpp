#include "Command.h"

#include "Output.h"

namespace greenroom::ctl {

QString Command::usage() const
{
    return QStringLiteral("greenroomctl %1 %2 [options]")
        .arg(words.join(u' '), positionals.join(u' '));
}

bool Command::takes(qsizetype count) const
{
    const QString &last = positionals.last();
    const qsizetype least = last.startsWith(u'[') ? positionals.size() - 1 : positionals.size();
    return count >= least && (count <= positionals.size() || last.endsWith(u'…'));
}

QCommandLineOption jsonOption()
{
    return {QStringLiteral("json"), QStringLiteral("Print JSON for programs.")};
}

QCommandLineOption limitOption(const QString &what)
{
    return {QStringLiteral("limit"), QStringLiteral("At most N %1.").arg(what),
            QStringLiteral("N")};
}

Limit limitOf(const QCommandLineParser &arguments)
{
    if (!arguments.isSet(QStringLiteral("limit")))
        return {};
    Limit limit;
    limit.value = arguments.value(QStringLiteral("limit")).toLongLong(&limit.ok);
    limit.ok = limit.ok && *limit.value >= 0;
    return limit;
}

int misuse(const QString &message)
{
    complain(message);
    return ExitUsage;
}

} // namespace greenroom::ctl
