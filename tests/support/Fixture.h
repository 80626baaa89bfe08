#pragma once

#include <QJsonArray>
#include <QJsonObject>

/// A folder written by rivetkit, and what its decoders say of it (storage-format §12).
class Fixture
{
public:
    /// The paths of all fixtures below the archive's root, such as "damaged/db-cut".
    [[nodiscard]] static QStringList names();

    explicit Fixture(const QString &name);

    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] const QJsonObject &expected() const { return m_expected; }

    /// expected.json's account of each id that has any file, in the order of the ids.
    [[nodiscard]] QList<QJsonObject> actors() const;

    /// The whole of a file in the fixture.
    [[nodiscard]] QByteArray read(const QString &name) const;

private:
    QString m_path;
    QJsonObject m_expected;
};

/// Whether @p text is what expected.json says, which gives long strings by their hash.
[[nodiscard]] bool isExpectedText(const QJsonValue &expected, const QString &text);
