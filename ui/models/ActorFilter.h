#pragma once

#include "RawSort.h"

namespace greenroom {

/// The actors that match a filter, sorted by a column and then by name and key.
class ActorFilter final : public RawSort
{
    Q_OBJECT

public:
    explicit ActorFilter(QObject *parent = nullptr);

    /// Shows the rows that hold every word of @p text in their name, key, id or status.
    void setText(const QString &text);
    [[nodiscard]] const QString &text() const { return m_text; }

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QString m_text;
    QStringList m_words;
};

} // namespace greenroom
