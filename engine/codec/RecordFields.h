#pragma once

#include "Outline.h"

#include <QString>

namespace greenroom {

/// One record of an outline, read by the names of its fields. A field that is not there, or was not
/// decoded, is as an absent one.
class RecordFields
{
public:
    explicit RecordFields(const Outline &outline, NodeId record = Outline::Root)
        : m_outline(&outline), m_record(record)
    {}

    [[nodiscard]] const Outline &outline() const { return *m_outline; }

    /// The record's own node.
    [[nodiscard]] NodeId node() const { return m_record; }

    /// The field's node, or NoNode.
    [[nodiscard]] NodeId find(const char *field) const
    {
        return m_record == NoNode ? NoNode : m_outline->find(m_record, field);
    }

    [[nodiscard]] bool has(const char *field) const;

    /// Whole numbers, times, flags and choices; 0 for an absent one.
    [[nodiscard]] quint64 number(const char *field) const;

    /// A text, or a choice's word; empty for an absent one.
    [[nodiscard]] QString text(const char *field) const;

    /// A list's items; none for an absent one.
    [[nodiscard]] QList<RecordFields> items(const char *field) const;

private:
    const Outline *m_outline;
    NodeId m_record;
};

} // namespace greenroom
