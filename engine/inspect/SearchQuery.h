#pragma once

#include "ActorStatus.h"
#include "ValuePath.h"

namespace greenroom {

/// What to look for: an actor is found where every term fits.
struct SearchQuery
{
    /// In the name, the key or the id, whatever the case.
    QStringList words{};

    QStringList names{};    ///< in the name
    QStringList keys{};     ///< in the key, as keyPath() writes it
    QStringList ids{};      ///< in the id
    QStringList statuses{}; ///< a status's word, in lower case

    struct AlarmTerm
    {
        enum { Any, None, Overdue, Before, After } is = Any;
        Timestamp moment{};

        bool operator==(const AlarmTerm &) const = default;
    };
    QList<AlarmTerm> alarms{};

    /// Bytes within a key of the actor's key-values. As text they are looked for in users' keys and
    /// connections' ids.
    struct KeyTerm
    {
        QByteArray bytes;
        enum { Text, Whole } where = Text;

        bool operator==(const KeyTerm &) const = default;
    };
    QList<KeyTerm> kvKeys{};

    /// Places in the decoded state, and what must be there.
    QList<ValueTerm> state{};

    bool operator==(const SearchQuery &) const = default;

    /// Reads terms as a user writes them, each `WORD`, `name:`, `key:`, `id:`, `status:`, `alarm:`,
    /// `kv:TEXT`, `kv:0xHEX`, `state.PATH`, or that with `=`, `!=`, `~`, `<` or `>` and a value.
    /// Quotes keep blanks and colons in a term: `"a b"`. Fails with BadSearch, naming the term.
    [[nodiscard]] static Result<SearchQuery> parse(const QString &text);
    [[nodiscard]] static Result<SearchQuery> parse(const QStringList &terms);

    /// The terms in some lines, for help.
    [[nodiscard]] static QString grammar();

    [[nodiscard]] bool isEmpty() const { return *this == SearchQuery(); }
};

} // namespace greenroom
