#pragma once

#include "ActorSource.h"
#include "SearchQuery.h"

namespace greenroom {

/// One actor that was found, and where.
struct SearchHit
{
    ActorEntry actor;

    /// The whole stored key where a key or a place in the state was looked for: of the first one
    /// that fits.
    std::optional<QByteArray> kvKey{};

    /// The place in the state, as nodePath() writes it, and what is there; empty where none was
    /// looked for.
    QString path{};
    QString value{};
};

/// How far a search has come.
struct SearchProgress
{
    qint64 actors = 0; ///< looked at
    qint64 hits = 0;

    /// Actors of which something could not be read, so that they may fit.
    qint64 unreadable = 0;
};

/// Takes what was found, as it is found, and how far the search has come; both from the thread that
/// searches.
struct SearchSink
{
    std::function<void(SearchHit)> hit;
    std::function<void(const SearchProgress &)> progress = [](const SearchProgress &) {};
};

/// Looks through all actors of a source, and leaves no trace. What is known of the records is
/// asked first; key-values are read only of actors that fit until then. Any thread; blocks; ends
/// with Cancelled when @p stop says so.
[[nodiscard]] Result<SearchProgress> searchActors(const ActorSource &source,
                                                  const SearchQuery &query, const SearchSink &sink,
                                                  std::stop_token stop = {});

} // namespace greenroom
