#pragma once

#include "Result.h"

#include <QHash>
#include <QStringList>

namespace greenroom {

/// The name of an actor's files. Always a plain file name on every system, so that no path built
/// from it can leave its folder.
class ActorId
{
public:
    /// Ids are no longer than this many UTF-8 bytes: with the suffix of a temporary file
    /// (41 bytes) the name still fits the 255 of common file systems.
    static constexpr qsizetype MaxBytes = 200;

    /// Checks an id that comes from a file, a peer or a user. Fails with BadActorId for text that
    /// is empty, "." or "..", too long, a device name of Windows, not well-formed Unicode, or
    /// holds a separator, a colon or a control character.
    [[nodiscard]] static Result<ActorId> fromText(const QString &text);

    /// The id rivetkit gives to an actor: the first 16 hexadecimal digits of the SHA-256 of
    /// JSON.stringify([name, key]) (storage-format §1).
    [[nodiscard]] static ActorId of(const QString &name, const QStringList &key);

    [[nodiscard]] const QString &text() const { return m_text; }

    friend bool operator==(const ActorId &, const ActorId &) = default;
    friend size_t qHash(const ActorId &id, size_t seed = 0) { return qHash(id.m_text, seed); }

private:
    explicit ActorId(QString text) : m_text(std::move(text)) {}

    QString m_text;
};

/// JSON.stringify([name, key]) as JavaScript writes it, in UTF-8: no spaces, the short escapes
/// \" \\ \b \f \n \r \t, other controls and lone surrogates as lower-case \uXXXX, all else raw.
[[nodiscard]] QByteArray actorIdentityJson(const QString &name, const QStringList &key);

} // namespace greenroom
