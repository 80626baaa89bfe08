#pragma once

#include "ActorSql.h"
#include "SourceReader.h"
#include "SqlObjectModel.h"

namespace greenroom {

/// Keeps an actor's own SQL database at hand, and reads it anew when the actor has written it.
class SqlBrowser final : public QObject
{
    Q_OBJECT

public:
    explicit SqlBrowser(SourceReader &reader, QObject *parent = nullptr);

    /// Turns to another actor, whose database is read by the next refresh(). None: to none.
    void setActor(const std::optional<ActorId> &actor);

    /// Reads the database, unless it is at hand and the key-values are as they were.
    void refresh();

    /// None before opened() and after absent(). What cannot be read anew stays as it was.
    [[nodiscard]] std::shared_ptr<const ActorSql> database() const { return m_database; }

    /// What the database has, and how many rows, which are counted in the background.
    [[nodiscard]] SqlObjectModel &objects() { return m_objects; }

    /// What to say of the database: how it was put together, and why its schema cannot be read.
    [[nodiscard]] const QStringList &problems() const { return m_problems; }

Q_SIGNALS:
    /// Another database is at hand, or the same with other content.
    void opened();
    /// The actor keeps none.
    void absent();
    void failed(const Error &error);

private:
    struct Reading
    {
        QByteArray stamp;
        Result<std::shared_ptr<const ActorSql>> database;
        Result<SqlSchema> schema;
        bool isSame = false; ///< other key-values were written, and the database not
    };

    void forget();
    void take(const Reading &reading);
    void countRows();

    SourceReader &m_reader;
    std::optional<ActorId> m_actor;
    std::shared_ptr<const ActorSql> m_database;
    SqlObjectModel m_objects;
    QStringList m_problems;
    std::optional<QByteArray> m_stamp; // of the key-values when they were read last
    Question m_question;
    Question m_counting;
    bool m_isReading = false;
};

} // namespace greenroom
