#pragma once

#include "ActorRecord.h"

#include <QMap>

namespace greenroom::crash {

/// What a killed engine has left of one actor, read without a trace.
struct Remains
{
    std::optional<ActorRecord> record;
    std::optional<quint64> alarmAt;
    bool hasDatabase = false;
    std::optional<QByteArray> persisted;   ///< the value under key 01
    QMap<QByteArray, QByteArray> counters; ///< the actor's own, see Counter
    QMap<QByteArray, QByteArray> values;   ///< all others, without the prefix of user keys

    /// Fails with a sentence about whatever is torn.
    [[nodiscard]] static Result<Remains> of(const QString &folder, int actor);

    [[nodiscard]] qint64 counter(const QByteArray &name) const
    {
        return counters.value(name, "0").toLongLong();
    }
};

} // namespace greenroom::crash
