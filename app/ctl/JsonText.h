#pragma once

#include "ActorSource.h"
#include "WorkflowNames.h"

#include <QJsonObject>

namespace greenroom::ctl {

/// The engine's values as JSON. Whole numbers up to 2^53 are numbers, larger ones are strings;
/// what is absent is null. A failure is two fields: `error`, its code, and `errorText`, the
/// sentence; without one `error` is null.
[[nodiscard]] QJsonValue toJson(Timestamp time);
[[nodiscard]] QJsonObject toJson(const ActorEntry &actor);
[[nodiscard]] QJsonObject toJson(const ActorDetails &details);
[[nodiscard]] QJsonObject toJson(const AlarmEntry &alarm);

/// Of an event: without the actor's name and key.
[[nodiscard]] QJsonObject toJson(const ActorEvent &event);

/// A key-value as it is. Fields keyType and valueType are there for a side that is no blob.
[[nodiscard]] QJsonObject toJson(const KvRow &row);

/// What is done about values that are secrets.
enum class Secrets { Masked, Shown };

/// The same with `decoded`, in which members keep their order, and the failure where rivetkit
/// cannot read it. A masked secret has no value, and `masked`.
[[nodiscard]] QByteArray toJson(const KvRow &row, const WorkflowNames &names, Secrets secrets);

/// The fields of a failure.
void addError(QJsonObject &object, const std::optional<Error> &error);

/// One line of compact JSON.
[[nodiscard]] QByteArray compact(const QJsonObject &object);

/// A compact object with one member more, itself compact JSON.
[[nodiscard]] QByteArray withMember(QByteArray object, const char *name, const QByteArray &json);

/// Prints `{"name":[` … `],TAIL}` item by item, so that a list of any length needs no memory.
class JsonList
{
public:
    explicit JsonList(const char *name);
    void add(const QJsonObject &item) { add(compact(item)); }
    void add(const QByteArray &item);
    void end(const QJsonObject &tail = {});

private:
    bool m_first = true;
};

} // namespace greenroom::ctl
