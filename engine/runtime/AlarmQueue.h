#pragma once

#include "ActorId.h"
#include "Timestamp.h"

#include <optional>
#include <set>

namespace greenroom {

/// Times, soonest first, at most one for each actor. Not thread-safe.
class AlarmQueue
{
public:
    void set(const ActorId &id, Timestamp at);
    void remove(const ActorId &id);

    /// The soonest time.
    [[nodiscard]] std::optional<Timestamp> next() const;

    /// Takes out the soonest if it is not later than @p now.
    [[nodiscard]] std::optional<ActorId> takeDue(Timestamp now);

    [[nodiscard]] qsizetype size() const { return m_times.size(); }

private:
    struct Entry
    {
        Timestamp at;
        ActorId id;
    };
    struct Sooner
    {
        bool operator()(const Entry &a, const Entry &b) const
        {
            return a.at != b.at ? a.at < b.at : a.id.text() < b.id.text();
        }
    };

    // Both always have the same entries.
    std::set<Entry, Sooner> m_ordered;
    QHash<ActorId, Timestamp> m_times;
};

} // namespace greenroom
