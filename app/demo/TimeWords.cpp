#include "TimeWords.h"

#include <QDateTime>

namespace greenroom::demo {

QString isoTime(Timestamp moment)
{
    return QDateTime::fromMSecsSinceEpoch(qint64(moment.ms), Qt::UTC).toString(Qt::ISODateWithMs);
}

QString spanText(std::chrono::milliseconds span)
{
    return span.count() % 1000 == 0 ? QStringLiteral("%1 s").arg(span.count() / 1000)
                                    : QStringLiteral("%1 ms").arg(span.count());
}

} // namespace greenroom::demo
