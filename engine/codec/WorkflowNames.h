#pragma once

#include "Outline.h"

#include <QMap>

namespace greenroom {

/// The names that a workflow's locations are made of, by their numbers (storage-format §8).
class WorkflowNames
{
public:
    /// The range of keys under which they are kept.
    [[nodiscard]] static QByteArray keyPrefix();

    /// Takes up an entry, if it is a name.
    void add(QByteArrayView key, const QByteArray &value);

    /// A name, or "?7" for one that is not there.
    [[nodiscard]] QString of(qint64 index) const;

    /// "loop/~3/step": the names of a history entry's location.
    [[nodiscard]] QString path(const Outline &entry) const;

private:
    QMap<qint64, QString> m_names;
};

} // namespace greenroom
