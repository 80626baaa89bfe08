#include "Holder.h"

namespace greenroom {

QString Holder::text() const
{
    return program.isEmpty() ? QStringLiteral("process %1").arg(pid)
                             : QStringLiteral("%1 (process %2)").arg(program).arg(pid);
}

} // namespace greenroom
