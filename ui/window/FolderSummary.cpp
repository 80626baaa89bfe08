#include "FolderSummary.h"

#include "ActorStatus.h"
#include "ActorTableModel.h"
#include "AlarmTableModel.h"
#include "Counted.h"

#include <QTime>

namespace greenroom {

QString usageText(const ActorTableModel &actors)
{
    QStringList holders;
    bool known = false;
    for (int row = 0; row < actors.rowCount(); ++row) {
        const ActorEntry &actor = actors.row(row);
        known = known || actor.presence != Presence::Unknown;
        if (actor.holder && !holders.contains(actor.holder->text()))
            holders << actor.holder->text();
    }
    if (!known)
        return {};
    return holders.isEmpty() ? QStringLiteral("No program has these actors open")
                             : QStringLiteral("In use by ") + holders.join(QStringLiteral(", "));
}

QString summaryText(const ActorTableModel &actors, const AlarmTableModel &alarms)
{
    int damaged = 0;
    for (int row = 0; row < actors.rowCount(); ++row)
        damaged += statusOf(actors.row(row)) == ActorStatus::Damaged ? 1 : 0;
    QStringList parts{
        counted(actors.rowCount(), QStringLiteral("actor"), QStringLiteral("actors")),
        counted(alarms.rowCount(), QStringLiteral("alarm"), QStringLiteral("alarms"))};
    if (damaged > 0)
        parts << QLocale().toString(damaged) + QStringLiteral(" damaged");
    parts << QStringLiteral("read at %1")
                 .arg(QTime::currentTime().toString(QStringLiteral("HH:mm:ss")));
    return parts.join(QStringLiteral("  ·  "));
}

} // namespace greenroom
