#include "KvTableModel.h"

#include "ActorSource.h"

#include <tuple>

namespace greenroom {

bool KvPlace::operator<(const KvPlace &other) const
{
    const auto isNumber = [](StorageClass c) {
        return c == StorageClass::Integer || c == StorageClass::Real;
    };
    if (keyClass == StorageClass::Integer && other.keyClass == StorageClass::Integer)
        return key.toLongLong() < other.key.toLongLong();
    if (isNumber(keyClass) && isNumber(other.keyClass) && key.toDouble() != other.key.toDouble())
        return key.toDouble() < other.key.toDouble();
    return std::tie(keyClass, key) < std::tie(other.keyClass, other.key);
}

KvPlace keyOf(const KvRow &row)
{
    return {row.keyClass, row.key};
}

int KvTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant KvTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != RawRole)
        return {};
    const KvRow &kv = row(index.row());
    switch (index.column()) {
    case KindColumn:
        return int(kindOf(kv));
    case KeyColumn:
        return kv.key;
    case ValueColumn:
        return kv.value;
    case SizeColumn:
        return kv.valueSize;
    default:
        return {};
    }
}

} // namespace greenroom
