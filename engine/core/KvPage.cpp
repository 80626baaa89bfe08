#include "KvPage.h"

namespace greenroom {

KvRange KvRange::ofPrefix(const QByteArray &prefix)
{
    QByteArray end = prefix;
    while (end.endsWith('\xff'))
        end.chop(1);
    if (end.isEmpty())
        return {prefix, std::nullopt};
    end.back() = char(quint8(end.back()) + 1);
    return {prefix, end};
}

} // namespace greenroom
