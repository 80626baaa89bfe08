#include "ActorTableModel.h"

#include "ActorPath.h"
#include "ActorStatus.h"
#include "LiveText.h"

namespace greenroom {

namespace {

QVariant timeValue(const std::optional<Timestamp> &time)
{
    return time ? QVariant::fromValue(*time) : QVariant();
}

/// What the status means, then what an engine calls it.
QStringList statusLines(const ActorEntry &actor)
{
    QStringList lines{statusMeaning(actor)};
    if (actor.live)
        lines << liveLines(*actor.live);
    return lines;
}

} // namespace

int ActorTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ActorTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ActorEntry &actor = row(index.row());
    switch (role) {
    case RawRole:
        return raw(actor, index.column());
    case FileNameRole:
        return actor.fileName;
    case ProblemsRole:
        return problemsOf(actor, index.column());
    case SearchRole:
        return wordsOf(actor).search;
    case Qt::ToolTipRole:
        return index.column() == StatusColumn ? QVariant(statusLines(actor)) : QVariant();
    default:
        return {};
    }
}

const ActorTableModel::Words &ActorTableModel::wordsOf(const ActorEntry &actor) const
{
    Words &words = m_words[actor.fileName];
    static const ActorRecord none;
    const ActorRecord &record = actor.record ? *actor.record : none;
    const ActorStatus status = statusOf(actor);
    if (words.status == int(status) && words.name == record.name && words.key == record.key)
        return words;

    words = {record.name, record.key, int(status), keyPath(record.key), QString()};
    QStringList all{statusWord(status), actor.fileName};
    if (actor.record)
        all << actorPath(record.name, record.key) << record.name << record.key;
    words.search = all.join(u'\n').toLower();
    return words;
}

QVariant ActorTableModel::raw(const ActorEntry &actor, int column) const
{
    switch (column) {
    case StatusColumn:
        return int(statusOf(actor));
    case AlarmColumn:
        return timeValue(actor.alarmAt);
    case KvEntriesColumn:
    case KvBytesColumn: {
        const std::optional<KvTotals> known = totals(actor.fileName);
        if (!known)
            return {};
        return column == KvEntriesColumn ? known->entries : known->bytes;
    }
    case IdColumn:
        return actor.fileName;
    case WritesColumn:
        return actor.live ? QVariant(actor.live->kvWritesPerSecond) : QVariant();
    default:
        break;
    }
    if (!actor.record)
        return {};
    switch (column) {
    case NameColumn:
        return actor.record->name;
    case KeyColumn:
        return wordsOf(actor).path;
    case CreatedColumn:
        return QVariant::fromValue(actor.record->createdAt);
    case StartedColumn:
        return timeValue(actor.record->startTs);
    case SleptColumn:
        return timeValue(actor.record->sleepTs);
    default:
        return {};
    }
}

std::optional<KvTotals> ActorTableModel::totals(const QString &fileName) const
{
    const auto totals = m_totals.constFind(fileName);
    return totals != m_totals.constEnd() && *totals ? std::optional(**totals) : std::nullopt;
}

QStringList ActorTableModel::problemsOf(const ActorEntry &actor, int column) const
{
    if (column == KvEntriesColumn || column == KvBytesColumn) {
        const auto totals = m_totals.constFind(actor.fileName);
        return totals != m_totals.constEnd() && !*totals ? QStringList(totals->error().message)
                                                         : QStringList();
    }
    QStringList problems = actor.warnings;
    if (actor.error) {
        problems.prepend(actor.error->message);
        problems.prepend(codeName(actor.error->code));
    }
    return problems;
}

void ActorTableModel::beginListing()
{
    m_mergedRows = 0;
}

void ActorTableModel::addBatch(const ActorBatch &batch)
{
    if (batch.isEmpty())
        return;
    const QString last = batch.last().fileName;
    int end = m_mergedRows;
    while (end < rowCount() && !(last < row(end).fileName))
        ++end;
    mergeInto(m_mergedRows, end, batch);
    m_mergedRows += int(batch.size());
}

void ActorTableModel::endListing()
{
    mergeInto(m_mergedRows, rowCount(), {});
    const auto isGone = [this](const auto &kept) { return find(kept.key()) < 0; };
    m_totals.removeIf(isGone);
    m_words.removeIf(isGone);
}

void ActorTableModel::setTotals(const QString &fileName, const Result<KvTotals> &totals)
{
    const int row = find(fileName);
    if (row < 0)
        return;
    const auto known = m_totals.constFind(fileName);
    if (known != m_totals.constEnd() && *known == totals)
        return;
    m_totals.insert(fileName, totals);
    Q_EMIT dataChanged(index(row, KvEntriesColumn), index(row, KvBytesColumn));
}

} // namespace greenroom
