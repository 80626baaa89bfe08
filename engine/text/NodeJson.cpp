#include "NodeJson.h"

#include "ByteText.h"
#include "JsonReader.h"
#include "NodeText.h"
#include "TaggedJson.h"

namespace greenroom {

namespace {

/// Writes what may be a record; deeper than CborReader and BareReader nest it cannot get.
class JsonWriter
{
public:
    explicit JsonWriter(const Outline &outline) : m_outline(outline) {}

    bool write(NodeId id)
    {
        const OutlineNode &node = m_outline.at(id);
        switch (node.kind) {
        case NodeKind::Record:
            return record(id);
        case NodeKind::List:
            return list(id);
        case NodeKind::Time:
            m_json += QByteArray::number(qint64(node.number));
            return true;
        case NodeKind::Choice:
            appendJsonText(m_json, QString::fromLatin1(node.word));
            return true;
        case NodeKind::Absent:
            m_json += "null";
            return true;
        case NodeKind::Failure:
            return false;
        case NodeKind::JsonNumber:
        case NodeKind::JsonText:
            m_json += m_outline.bytesOf(id);
            return true;
        case NodeKind::Pair:
            return pair(id);
        default:
            break;
        }
        if (isJson(id))
            m_json += m_outline.bytesOf(id);
        else
            appendTaggedJson(m_json, m_outline, id, TaggedForm::Exact);
        return true;
    }

    [[nodiscard]] const QByteArray &json() const { return m_json; }

private:
    bool record(NodeId id)
    {
        const quint32 count = m_outline.at(id).childCount;
        // The root of a value that is no record has that value alone.
        if (id == Outline::Root && count == 1 && !m_outline.at(m_outline.child(id, 0)).field)
            return write(m_outline.child(id, 0));
        m_json += '{';
        bool isFirst = true;
        for (quint32 row = 0; row < count; ++row) {
            const NodeId child = m_outline.child(id, row);
            if (m_outline.at(child).kind == NodeKind::Absent)
                continue;
            if (!std::exchange(isFirst, false))
                m_json += ',';
            appendJsonText(m_json, nodeName(m_outline, child));
            m_json += ':';
            if (!write(child))
                return false;
        }
        m_json += '}';
        return true;
    }

    bool list(NodeId id)
    {
        m_json += '[';
        for (quint32 row = 0; row < m_outline.at(id).childCount; ++row) {
            if (row)
                m_json += ',';
            if (!write(m_outline.child(id, row)))
                return false;
        }
        m_json += ']';
        return true;
    }

    bool pair(NodeId id)
    {
        if (m_outline.at(id).childCount != 2)
            return false;
        return list(id);
    }

    /// Whether a container or a word is JSON's own: then its bytes are, and CBOR's never.
    [[nodiscard]] bool isJson(NodeId id) const
    {
        const OutlineNode &node = m_outline.at(id);
        const QByteArrayView bytes = m_outline.bytesOf(id);
        switch (node.kind) {
        case NodeKind::Object:
            return bytes.startsWith('{'); // CBOR's objects begin with a0 to bf
        case NodeKind::Array:
            return bytes.startsWith('['); // and its arrays with 80 to 9f
        case NodeKind::Boolean:
            return bytes.size() > 1 && (bytes == "true" || bytes == "false");
        case NodeKind::Null:
            return bytes == "null";
        default:
            return false;
        }
    }

    const Outline &m_outline;
    QByteArray m_json;
};

} // namespace

std::optional<QByteArray> nodeJson(const Outline &outline, NodeId node)
{
    if (!isWhollyDecoded(outline, node))
        return std::nullopt;
    JsonWriter writer(outline);
    if (!writer.write(node))
        return std::nullopt;
    return writer.json();
}

bool isWhollyDecoded(const Outline &outline, NodeId node)
{
    const auto isBelow = [&](NodeId failure) {
        for (NodeId at = failure; at != NoNode; at = outline.at(at).parent) {
            if (at == node)
                return true;
        }
        return false;
    };
    qsizetype left = outline.failures().size();
    for (NodeId id = 0; id < NodeId(outline.size()) && left > 0; ++id) {
        if (outline.at(id).kind != NodeKind::Failure)
            continue;
        if (isBelow(id))
            return false;
        --left;
    }
    return true;
}

std::optional<QString> nodePlainText(const Outline &outline, NodeId node)
{
    switch (outline.at(node).kind) {
    case NodeKind::Text:
    case NodeKind::Bytes:
    case NodeKind::BadText:
        return utf8Text(outline.content(node));
    case NodeKind::JsonText:
        return jsonText(outline, node);
    default:
        return nodeValue(outline, node);
    }
}

} // namespace greenroom
