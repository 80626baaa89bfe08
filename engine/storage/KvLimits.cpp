#include "KvLimits.h"

namespace greenroom::KvLimits {

namespace {

tl::unexpected<Error> over(const QString &what, qint64 found, qint64 limit, const QString &unit)
{
    return fail(ErrorCode::KvLimit, QStringLiteral("%1 has %2 %4; the limit is %3 %4")
                                        .arg(what)
                                        .arg(found)
                                        .arg(limit)
                                        .arg(unit));
}

QString bytesUnit()
{
    return QStringLiteral("bytes");
}

QString nth(const QString &what, qsizetype index)
{
    return QStringLiteral("%1 of entry %2").arg(what).arg(index);
}

} // namespace

Result<void> checkKey(const QByteArray &key, const QString &what)
{
    if (key.size() > MaxKey)
        return over(what, key.size(), MaxKey, bytesUnit());
    return {};
}

Result<void> checkValue(const QByteArray &value, const QString &what)
{
    if (value.size() > MaxValue)
        return over(what, value.size(), MaxValue, bytesUnit());
    return {};
}

Result<void> checkKeys(const QList<QByteArray> &keys)
{
    if (keys.size() > MaxKeysPerCall)
        return over(QStringLiteral("the call"), keys.size(), MaxKeysPerCall,
                    QStringLiteral("keys"));
    for (qsizetype i = 0; i < keys.size(); ++i) {
        // The words are made for a failure only: that takes longer than SQLite's part.
        if (keys[i].size() > MaxKey)
            return checkKey(keys[i], nth(QStringLiteral("the key"), i));
    }
    return {};
}

Result<void> checkBatch(const KvEntries &entries)
{
    if (entries.size() > MaxKeysPerCall) {
        return over(QStringLiteral("the batch"), entries.size(), MaxKeysPerCall,
                    QStringLiteral("entries"));
    }
    qsizetype payload = 0;
    for (qsizetype i = 0; i < entries.size(); ++i) {
        const KvEntry &entry = entries[i];
        if (entry.key.size() > MaxKey)
            return checkKey(entry.key, nth(QStringLiteral("the key"), i));
        if (entry.value.size() > MaxValue)
            return checkValue(entry.value, nth(QStringLiteral("the value"), i));
        payload += entry.key.size() + 2 + entry.value.size();
    }
    if (payload > MaxPayload)
        return over(QStringLiteral("the batch"), payload, MaxPayload, bytesUnit());
    return {};
}

Result<void> checkActor(qint64 bytes)
{
    if (bytes > MaxActor)
        return over(QStringLiteral("the actor would then"), bytes, MaxActor, bytesUnit());
    return {};
}

} // namespace greenroom::KvLimits
