#include "RecordFields.h"

namespace greenroom {

bool RecordFields::has(const char *field) const
{
    const NodeId node = find(field);
    if (node == NoNode)
        return false;
    const NodeKind kind = m_outline->at(node).kind;
    return kind != NodeKind::Absent && kind != NodeKind::Failure;
}

quint64 RecordFields::number(const char *field) const
{
    return has(field) ? m_outline->at(find(field)).number : 0;
}

QString RecordFields::text(const char *field) const
{
    if (!has(field))
        return {};
    const NodeId node = find(field);
    const char *word = m_outline->at(node).word;
    return word ? QString::fromLatin1(word) : QString::fromUtf8(m_outline->content(node));
}

QList<RecordFields> RecordFields::items(const char *field) const
{
    QList<RecordFields> items;
    if (!has(field))
        return items;
    const NodeId list = find(field);
    for (quint32 row = 0; row < m_outline->at(list).childCount; ++row) {
        const NodeId item = m_outline->child(list, row);
        if (m_outline->at(item).kind != NodeKind::Failure)
            items.append(RecordFields(*m_outline, item));
    }
    return items;
}

} // namespace greenroom
