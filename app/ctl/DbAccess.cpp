#include "DbAccess.h"

#include "ActorLookup.h"
#include "Output.h"

namespace greenroom::ctl {

Result<std::shared_ptr<const ActorSql>> openDatabase(const ActorSource &source,
                                                     const QCommandLineParser &arguments)
{
    const Result<ActorId> id = findActor(source, arguments.positionalArguments().at(1));
    if (!id)
        return fail(id.error());
    auto database = ActorSql::read(source, *id);
    if (database) {
        for (const QString &problem : (*database)->problems())
            complain(problem);
    }
    return database;
}

QString sqlFormRemarks()
{
    return QStringLiteral("JSON: an integer beyond 2^53 is {\"$bigint\":\"…\"}, a blob "
                          "{\"$bytes\":\"hex\"}, text that is "
                          "not UTF-8\n{\"$textBytes\":\"hex\"}, an infinity {\"$infinity\":1}; a "
                          "real number always has a "
                          "point or an exponent.\nCSV (RFC 4180): NULL is an empty field, the "
                          "empty text \"\", a blob "
                          "X'hex'.");
}

} // namespace greenroom::ctl
