#include "ActorLookup.h"

#include "ActorPath.h"

namespace greenroom::ctl {

Result<ActorId> findActor(const ActorSource &source, const QString &text)
{
    const Result<ActorId> id = ActorId::fromText(text);
    if (id && source.actor(*id))
        return id;

    QStringList found;
    const Result<ActorListEnd> listed = source.listActors({}, [&](const ActorBatch &batch) {
        for (const ActorEntry &actor : batch) {
            if (isNamedBy(actor, text))
                found << actor.fileName;
        }
    });
    if (!listed)
        return fail(listed.error());
    if (found.isEmpty()) {
        return fail(ErrorCode::NotFound,
                    QStringLiteral("%1: no actor in %2 has this id, and none is called so; "
                                   "\"greenroomctl list\" shows them all")
                        .arg(text, source.location()));
    }
    if (found.size() > 1) {
        return fail(ErrorCode::Ambiguous,
                    QStringLiteral("%1: more than one actor is called so; give one of the ids %2")
                        .arg(text, found.join(QStringLiteral(", "))));
    }
    return ActorId::fromText(found.first());
}

} // namespace greenroom::ctl
