#include "WorkflowNames.h"

#include "EntryOutline.h"
#include "TupleKey.h"

namespace greenroom {

QByteArray WorkflowNames::keyPrefix()
{
    return QByteArray::fromHex("06011501"); // the tuple's 1
}

void WorkflowNames::add(QByteArrayView key, const QByteArray &value)
{
    if (kindOf(key) != KeyKind::Workflow || workflowPart(key) != WorkflowPart::Name)
        return;
    const std::optional<Tuple> tuple = unpackTuple(key.sliced(2));
    if (const qint64 *index = tuple->at(1).integer())
        m_names.insert(*index, QString::fromUtf8(value));
}

QString WorkflowNames::of(qint64 index) const
{
    const auto found = m_names.constFind(index);
    return found == m_names.constEnd() ? QStringLiteral("?%1").arg(index) : *found;
}

QString WorkflowNames::path(const Outline &entry) const
{
    const NodeId location = entry.find(Outline::Root, "location");
    if (location == NoNode)
        return {};
    QStringList parts;
    for (quint32 row = 0; row < entry.at(location).childCount; ++row) {
        const NodeId segment = entry.child(location, row);
        const auto number = [&](const char *field) {
            const NodeId node = entry.find(segment, field);
            return node == NoNode ? qint64(-1) : qint64(entry.at(node).number);
        };
        const qint64 name = number("name");
        parts << (name >= 0 ? of(name) : QStringLiteral("~%1").arg(number("iteration")));
    }
    return parts.join(u'/');
}

} // namespace greenroom
