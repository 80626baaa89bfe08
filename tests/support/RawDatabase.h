#pragma once

#include <QString>
#include <QVariantList>

/// A database as another tool would handle it: plain SQL, whatever it does to the file. Closed
/// when the object goes.
class RawDatabase
{
public:
    /// Opens or creates the file, without a wait for other processes' locks.
    explicit RawDatabase(const QString &path);
    ~RawDatabase();
    Q_DISABLE_COPY_MOVE(RawDatabase)

    /// Runs one statement. Gives SQLite's complaint, or nothing when it went well.
    QString run(const QString &sql, const QVariantList &values = {});

    /// All values that a query gives, row by row.
    [[nodiscard]] QVariantList values(const QString &sql);

private:
    const QString m_name;
};
