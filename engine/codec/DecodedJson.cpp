#include "DecodedJson.h"

#include "RecordFields.h"
#include "TaggedJson.h"
#include "TupleKey.h"
#include "WorkflowNames.h"

#include <QtEndian>

namespace greenroom {

namespace {

constexpr qsizetype LongestText = 256; // bytes of a user's key or value

/// One JSON object, member by member.
class ObjectWriter
{
public:
    explicit ObjectWriter(QByteArray &out) : m_out(out) { m_out += '{'; }
    ~ObjectWriter() { m_out += '}'; }
    Q_DISABLE_COPY_MOVE(ObjectWriter)

    QByteArray &name(const char *name)
    {
        m_out += m_isFirst ? "\"" : ",\"";
        m_isFirst = false;
        return m_out += QByteArray(name) + "\":";
    }

    void raw(const char *name, const QByteArray &json) { this->name(name) += json; }
    void text(const char *name, QStringView text) { appendJsonText(this->name(name), text); }
    void number(const char *name, qint64 number) { raw(name, QByteArray::number(number)); }
    void flag(const char *name, bool flag) { raw(name, flag ? "true" : "false"); }

private:
    QByteArray &m_out;
    bool m_isFirst = true;
};

/// The fields of one record of an outline, written under their own names.
class FieldWriter : public RecordFields
{
public:
    FieldWriter(ObjectWriter &out, const Outline &outline, NodeId record)
        : RecordFields(outline, record), m_out(out), m_outline(outline)
    {}

    void value(const char *field) const { cbor(m_out.name(field), find(field)); }

    void optionalValue(const char *field) const
    {
        if (has(field))
            value(field);
    }

    /// In whatever form the field's kind has; 64-bit integers are text.
    void plain(const char *field) const { append(m_out.name(field), find(field)); }

    void optionalPlain(const char *field) const
    {
        if (has(field))
            plain(field);
    }

    void cbor(QByteArray &json, NodeId node) const
    {
        appendTaggedJson(json, m_outline, node, TaggedForm::Brief);
    }

    void append(QByteArray &json, NodeId id) const
    {
        const OutlineNode &node = m_outline.at(id);
        switch (node.kind) {
        case NodeKind::Absent:
            json += "null";
            break;
        case NodeKind::Choice:
            appendJsonText(json, QString::fromLatin1(node.word));
            break;
        case NodeKind::Bytes:
            json += '"' + m_outline.content(id).toByteArray().toHex() + '"';
            break;
        case NodeKind::Text:
            appendJsonText(json, QString::fromUtf8(m_outline.content(id)));
            break;
        case NodeKind::List:
            list(json, id, [&](NodeId item) { append(json, item); });
            break;
        case NodeKind::Boolean:
            json += node.number ? "true" : "false";
            break;
        case NodeKind::Unsigned:
            json += node.size == 8 ? '"' + QByteArray::number(node.number) + '"'
                                   : QByteArray::number(node.number);
            break;
        default: // Signed and Time
            json += '"' + QByteArray::number(qint64(node.number)) + '"';
        }
    }

    template <class Each>
    void list(QByteArray &json, NodeId id, Each each) const
    {
        json += '[';
        for (quint32 row = 0; row < m_outline.at(id).childCount; ++row) {
            if (row)
                json += ',';
            each(m_outline.child(id, row));
        }
        json += ']';
    }

    /// A list of records, each an object that @p each fills.
    template <class Each>
    void records(const char *field, Each each) const
    {
        QByteArray &json = m_out.name(field);
        list(json, find(field), [&](NodeId item) {
            ObjectWriter object(json);
            each(FieldWriter(object, m_outline, item), object);
        });
    }

private:
    ObjectWriter &m_out;
    const Outline &m_outline;
};

void writePersistData(ObjectWriter &out, const FieldWriter &fields)
{
    const quint64 version = fields.number("version");
    out.number("version", qint64(version));
    out.flag("hasInput", fields.has("input"));
    fields.optionalValue("input");
    fields.plain("hasInitialized");
    fields.value("state");
    out.number("stateCborLength", fields.outline().at(fields.find("state")).range().size);
    fields.records("scheduledEvents", [](const FieldWriter &event, ObjectWriter &object) {
        event.plain("eventId");
        event.plain("timestamp");
        event.plain("action");
        object.flag("hasArgs", event.has("args"));
        event.optionalValue("args");
    });
    if (version > 2)
        return;
    ObjectWriter dropped(out.name("droppedOnUpgrade"));
    const FieldWriter inner(dropped, fields.outline(), Outline::Root);
    inner.records("connections", [version](const FieldWriter &connection, ObjectWriter &) {
        for (const char *field : {"id", "token"})
            connection.plain(field);
        for (const char *field : {"parameters", "state"})
            connection.value(field);
        connection.plain("subscriptions");
        connection.plain("lastSeen");
        if (version == 2)
            connection.plain("hibernatableRequestId");
    });
    if (version == 2) {
        inner.records("hibernatableWebSockets", [](const FieldWriter &socket, ObjectWriter &) {
            for (const char *field : {"requestId", "lastSeenTimestamp", "msgIndex"})
                socket.plain(field);
        });
    }
}

void writeConnection(ObjectWriter &out, const FieldWriter &fields, QByteArrayView key)
{
    fields.plain("version");
    out.text("keyConnId", QString::fromUtf8(key.sliced(1)));
    fields.plain("id");
    fields.value("parameters");
    fields.value("state");
    for (const char *field : {"subscriptions", "gatewayId", "requestId", "serverMessageIndex",
                              "clientMessageIndex", "requestPath"})
        fields.plain(field);
    QByteArray &json = out.name("requestHeaders");
    fields.list(json, fields.find("requestHeaders"), [&](NodeId header) {
        json += '[';
        fields.append(json, fields.outline().child(header, 0));
        json += ',';
        fields.append(json, fields.outline().child(header, 1));
        json += ']';
    });
}

void writeUserKv(ObjectWriter &out, QByteArrayView key, const QByteArray &value)
{
    const auto addText = [&out](const char *name, QByteArrayView utf8) {
        if (utf8.size() <= LongestText && utf8.isValidUtf8())
            out.text(name, QString::fromUtf8(utf8));
    };
    const QByteArrayView userKey = key.sliced(1);
    out.raw("userKeyHex", '"' + userKey.toByteArray().toHex() + '"');
    addText("keyText", userKey);
    out.number("valueLength", value.size());
    addText("valueText", value);
}

void writeQueueMessage(ObjectWriter &out, const FieldWriter &fields, QByteArrayView key)
{
    fields.plain("version");
    out.text("id", QString::number(qFromBigEndian<quint64>(key.sliced(3).data())));
    fields.plain("name");
    fields.value("body");
    for (const char *field : {"createdAt", "failureCount", "availableAt", "inFlight", "inFlightAt"})
        fields.plain(field);
}

void writeBranches(const FieldWriter &fields)
{
    fields.records("branches", [](const FieldWriter &branch, ObjectWriter &) {
        branch.plain("name");
        branch.plain("status");
        branch.optionalValue("output");
        branch.optionalPlain("error");
    });
}

void writeWorkflowKind(ObjectWriter &out, const FieldWriter &fields)
{
    fields.plain("type");
    const QByteArray type = fields.outline().at(fields.find("type")).word;
    if (type == "step") {
        fields.optionalValue("output");
        fields.optionalPlain("error");
    } else if (type == "loop") {
        fields.value("state");
        fields.plain("iteration");
        fields.optionalValue("output");
    } else if (type == "sleep") {
        fields.plain("deadline");
        fields.plain("state");
    } else if (type == "message") {
        fields.plain("name");
        fields.value("messageData");
    } else if (type == "rollback_checkpoint") {
        fields.plain("name");
    } else if (type == "join") {
        writeBranches(fields);
    } else if (type == "race") {
        fields.plain("winner");
        writeBranches(fields);
    } else {
        fields.plain("originalType");
        fields.plain("originalName");
    }
    Q_UNUSED(out)
}

/// A location's segments: a name's number, or a loop's and its iteration.
void writeLocation(QByteArray &json, const FieldWriter &fields)
{
    const Outline &outline = fields.outline();
    fields.list(json, fields.find("location"), [&](NodeId segment) {
        if (const NodeId name = outline.find(segment, "name"); name != NoNode) {
            json += QByteArray::number(outline.at(name).number);
            return;
        }
        ObjectWriter object(json);
        object.number("loop", qint64(outline.at(outline.find(segment, "loop")).number));
        object.number("iteration", qint64(outline.at(outline.find(segment, "iteration")).number));
    });
}

void appendTuple(QByteArray &json, const Tuple &tuple)
{
    json += '[';
    for (const TupleItem &item : tuple) {
        if (&item != &tuple.first())
            json += ',';
        if (const qint64 *integer = item.integer())
            json += QByteArray::number(*integer);
        else if (const QString *text = item.text())
            appendJsonText(json, *text);
        else
            appendTuple(json, *item.tuple());
    }
    json += ']';
}

/// The key's own location: numbers, and loops in nested tuples.
void writeKeyLocation(QByteArray &json, const Tuple &key)
{
    json += '[';
    for (qsizetype i = 1; i < key.size(); ++i) {
        if (i > 1)
            json += ',';
        const Tuple *loop = key[i].tuple();
        if (loop && loop->size() == 2 && loop->at(0).integer() && loop->at(1).integer()) {
            ObjectWriter object(json);
            object.number("loop", *loop->at(0).integer());
            object.number("iteration", *loop->at(1).integer());
        } else if (const qint64 *name = key[i].integer()) {
            json += QByteArray::number(*name);
        } else {
            json += "null";
        }
    }
    json += ']';
}

void writeWorkflow(ObjectWriter &out, const FieldWriter &fields, QByteArrayView key,
                   const WorkflowNames &names)
{
    const Tuple tuple = unpackTuple(key.sliced(2)).value_or(Tuple());
    const auto typed = [&out](const char *type) { out.text("type", QString::fromLatin1(type)); };
    switch (workflowPart(key)) {
    case WorkflowPart::Name:
        typed("name");
        out.number("index", tuple.at(1).integer() ? *tuple.at(1).integer() : -1);
        fields.plain("name");
        return;
    case WorkflowPart::History: {
        typed("history");
        fields.plain("version");
        writeKeyLocation(out.name("keyLocation"), tuple);
        out.text("path", names.path(fields.outline()));
        fields.plain("id");
        writeLocation(out.name("location"), fields);
        ObjectWriter kind(out.name("kind"));
        writeWorkflowKind(kind, FieldWriter(kind, fields.outline(), fields.find("kind")));
        return;
    }
    case WorkflowPart::State:
        typed("state");
        fields.plain("state");
        return;
    case WorkflowPart::Output:
        typed("output");
        fields.value("output");
        return;
    case WorkflowPart::Failure:
        typed("error");
        fields.value("error");
        return;
    case WorkflowPart::Input:
        typed("input");
        fields.value("input");
        return;
    case WorkflowPart::Metadata:
        typed("entry-metadata");
        fields.plain("version");
        out.text("entryId", tuple.at(1).text() ? *tuple.at(1).text() : QString());
        for (const char *field : {"status", "attempts", "lastAttemptAt", "createdAt"})
            fields.plain(field);
        for (const char *field : {"error", "completedAt", "rollbackCompletedAt", "rollbackError"})
            fields.optionalPlain(field);
        return;
    case WorkflowPart::Unknown:
        typed("unknown");
        appendTuple(out.name("key"), tuple);
        return;
    }
}

/// A chunk's records name their words by number.
class TraceWriter
{
public:
    explicit TraceWriter(const Outline &outline)
        : m_outline(outline), m_strings(outline.find(Outline::Root, "strings"))
    {}

    void word(ObjectWriter &out, const char *name, quint64 index) const
    {
        appendWord(out.name(name), index);
    }

    void attributes(const FieldWriter &fields, ObjectWriter &out) const
    {
        QByteArray &json = out.name("attributes");
        fields.list(json, fields.find("attributes"), [&](NodeId attribute) {
            json += '[';
            appendWord(json, m_outline.at(m_outline.find(attribute, "key")).number);
            json += ',';
            fields.cbor(json, m_outline.find(attribute, "value"));
            json += ']';
        });
    }

    void record(const FieldWriter &fields, ObjectWriter &out) const
    {
        fields.plain("timeOffsetNs");
        fields.plain("type");
        for (const char *field : {"spanId", "traceId", "parentSpanId"})
            known(fields, field);
        if (fields.find("name") != NoNode)
            word(out, "name", fields.number("name"));
        for (const char *field : {"kind", "flags", "traceState", "droppedAttributesCount",
                                  "droppedLinksCount", "startTimeUnixNs"})
            known(fields, field);
        if (fields.find("attributes") != NoNode)
            attributes(fields, out);
        if (fields.find("links") != NoNode) {
            fields.records("links", [this](const FieldWriter &link, ObjectWriter &object) {
                for (const char *field : {"traceId", "spanId", "traceState"})
                    link.plain(field);
                attributes(link, object);
                link.plain("droppedAttributesCount");
            });
        }
        status(fields, out);
    }

private:
    void appendWord(QByteArray &json, quint64 index) const
    {
        if (index < m_outline.at(m_strings).childCount) {
            const NodeId word = m_outline.child(m_strings, quint32(index));
            appendJsonText(json, QString::fromUtf8(m_outline.content(word)));
        } else {
            json += "null";
        }
    }

    static void known(const FieldWriter &fields, const char *field)
    {
        if (fields.find(field) != NoNode)
            fields.plain(field);
    }

    static void status(const FieldWriter &fields, ObjectWriter &out)
    {
        const NodeId status = fields.find("status");
        if (status == NoNode)
            return;
        if (!fields.has("status")) {
            out.raw("status", "null");
            return;
        }
        ObjectWriter object(out.name("status"));
        const FieldWriter inner(object, fields.outline(), status);
        inner.plain("code");
        inner.plain("message");
    }

    const Outline &m_outline;
    const NodeId m_strings;
};

void writeReference(const FieldWriter &fields, ObjectWriter &out, const char *field)
{
    if (!fields.has(field)) {
        out.raw(field, "null");
        return;
    }
    ObjectWriter object(out.name(field));
    const FieldWriter inner(object, fields.outline(), fields.find(field));
    for (const char *part : {"prefix", "bucketStartSec", "chunkId", "recordIndex"})
        inner.plain(part);
}

void writeTrace(ObjectWriter &out, const FieldWriter &fields, QByteArrayView key)
{
    fields.plain("version");
    const Tuple tuple = unpackTuple(key.sliced(2)).value_or(Tuple());
    const char *names[] = {"keyPrefix", "bucketStartSec", "chunkId"};
    for (qsizetype i = 0; i < 3; ++i) {
        if (i < tuple.size() && tuple[i].integer())
            out.number(names[i], *tuple[i].integer());
    }
    fields.plain("baseUnixNs");
    fields.plain("strings");
    const TraceWriter trace(fields.outline());
    fields.records("records", [&](const FieldWriter &record, ObjectWriter &object) {
        trace.record(record, object);
    });
    fields.records("activeSpans", [](const FieldWriter &span, ObjectWriter &object) {
        span.plain("spanId");
        writeReference(span, object, "startKey");
        writeReference(span, object, "latestSnapshotKey");
    });
}

void writeSqliteFile(ObjectWriter &out, QByteArrayView key)
{
    constexpr const char *Files[] = {"main", "journal", "wal", "shm"};
    const quint8 tag = quint8(key[3]);
    if (tag < std::size(Files))
        out.text("file", QString::fromLatin1(Files[tag]));
    else
        out.raw("file", "null");
    out.number("fileTag", tag);
}

void writeEntry(ObjectWriter &out, QByteArrayView key, const EntryOutline &entry,
                const WorkflowNames &names)
{
    const FieldWriter fields(out, entry.outline, Outline::Root);
    switch (entry.kind) {
    case KeyKind::PersistData:
        writePersistData(out, fields);
        break;
    case KeyKind::Connection:
        writeConnection(out, fields, key);
        break;
    case KeyKind::InspectorToken:
        out.text("token", QString::fromUtf8(entry.outline.bytes()));
        break;
    case KeyKind::UserKv:
        writeUserKv(out, key, entry.outline.bytes());
        break;
    case KeyKind::QueueMetadata:
        for (const char *field : {"version", "nextId", "size"})
            fields.plain(field);
        break;
    case KeyKind::QueueMessage:
        writeQueueMessage(out, fields, key);
        break;
    case KeyKind::Workflow:
        writeWorkflow(out, fields, key, names);
        break;
    case KeyKind::Trace:
        writeTrace(out, fields, key);
        break;
    case KeyKind::SqliteMeta:
        writeSqliteFile(out, key);
        fields.plain("version");
        fields.plain("size");
        break;
    case KeyKind::SqliteChunk:
        writeSqliteFile(out, key);
        out.number("index", qFromBigEndian<quint32>(key.sliced(4).data()));
        break;
    case KeyKind::Other:
        break;
    }
}

} // namespace

QByteArray decodedJson(QByteArrayView key, const EntryOutline &entry, const WorkflowNames &names)
{
    if (entry.error || entry.kind == KeyKind::Other)
        return "null";
    QByteArray json;
    {
        ObjectWriter out(json);
        writeEntry(out, key, entry, names);
    }
    return json;
}

} // namespace greenroom
