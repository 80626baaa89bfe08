#pragma once

#include "Timestamp.h"

#include <QHash>
#include <QWidget>

#include <optional>

class QGridLayout;
class QLabel;

namespace greenroom {

/// Named values under a heading: the readable form, and beside it, muted, the raw one. Both can be
/// selected and copied. Setting a field again changes only its text, so a selection in another
/// field survives a refresh.
class FieldGrid final : public QWidget
{
    Q_OBJECT

public:
    explicit FieldGrid(const QString &heading, QWidget *parent = nullptr);

    /// Adds the field at its first call.
    void set(const QString &name, const QString &value, const QString &raw = {});

    /// A time: exact and relative to @p now, with its milliseconds as the raw form; a dash without.
    void setTime(const QString &name, const std::optional<Timestamp> &time, Timestamp now);

    /// Keeps only the fields with these names.
    void retain(const QStringList &names);

private:
    struct Field
    {
        QLabel *name;
        QLabel *value;
        QLabel *raw;
    };
    Field add(const QString &name);

    QGridLayout *m_grid;
    QHash<QString, Field> m_fields;
};

} // namespace greenroom
