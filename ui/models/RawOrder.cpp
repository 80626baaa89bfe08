#include "RawOrder.h"

#include "KeyedTableModel.h"
#include "Timestamp.h"

#include <QStringView>

namespace greenroom {

namespace {

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

/// The digits at @p at, which moves behind them; leading zeros are left out.
QStringView takeNumber(QStringView text, qsizetype &at)
{
    while (at < text.size() && text[at] == u'0')
        ++at;
    const qsizetype start = at;
    while (at < text.size() && isDigit(text[at]))
        ++at;
    return text.sliced(start, at - start);
}

int sign(qsizetype difference)
{
    return difference < 0 ? -1 : difference > 0 ? 1 : 0;
}

int compareValues(const QVariant &left, const QVariant &right)
{
    if (left.userType() == qMetaTypeId<Timestamp>()) {
        const auto a = left.value<Timestamp>();
        const auto b = right.value<Timestamp>();
        return a < b ? -1 : b < a ? 1 : 0;
    }
    if (left.userType() == QMetaType::QString)
        return compareNaturally(left.toString(), right.toString());
    if (left.userType() == QMetaType::Double) {
        const double a = left.toDouble();
        const double b = right.toDouble();
        return a < b ? -1 : b < a ? 1 : 0;
    }
    return sign(left.toLongLong() - right.toLongLong());
}

} // namespace

int compareNaturally(const QString &left, const QString &right)
{
    qsizetype l = 0;
    qsizetype r = 0;
    while (l < left.size() && r < right.size()) {
        if (isDigit(left[l]) && isDigit(right[r])) {
            const QStringView a = takeNumber(left, l);
            const QStringView b = takeNumber(right, r);
            const int order = a.size() != b.size() ? sign(a.size() - b.size()) : a.compare(b);
            if (order != 0)
                return order;
            continue;
        }
        const QChar a = left[l++].toCaseFolded();
        const QChar b = right[r++].toCaseFolded();
        if (a != b)
            return a < b ? -1 : 1;
    }
    return sign((left.size() - l) - (right.size() - r));
}

int compareRaw(const QModelIndex &left, const QModelIndex &right, Qt::SortOrder order)
{
    const QVariant a = left.data(RawRole);
    const QVariant b = right.data(RawRole);
    if (a.isValid() && b.isValid())
        return compareValues(a, b);
    if (a.isValid() == b.isValid())
        return 0;
    // A proxy turns the answer around when it sorts downwards.
    return a.isValid() == (order == Qt::AscendingOrder) ? -1 : 1;
}

} // namespace greenroom
