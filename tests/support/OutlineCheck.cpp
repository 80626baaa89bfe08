#include "OutlineCheck.h"

#include <vector>

using namespace greenroom;

void forEachNode(const Outline &outline, const std::function<void(NodeId)> &each)
{
    std::vector<NodeId> open{Outline::Root};
    while (!open.empty()) {
        const NodeId id = open.back();
        open.pop_back();
        each(id);
        for (quint32 row = outline.at(id).childCount; row-- > 0;)
            open.push_back(outline.child(id, row));
    }
}

QString oddityOf(const Outline &outline)
{
    QString oddity;
    forEachNode(outline, [&](NodeId id) {
        const OutlineNode &node = outline.at(id);
        const auto note = [&](const char *what) {
            oddity = QStringLiteral("node %1 at byte %2: %3")
                         .arg(id)
                         .arg(node.offset)
                         .arg(QString::fromLatin1(what));
        };
        if (node.head > node.size)
            note("a head longer than the node");
        if (node.key != NoNode && outline.at(node.key).range().end() > node.offset)
            note("a key behind what it names");
        qsizetype end = node.offset;
        for (quint32 row = 0; row < node.childCount; ++row) {
            const OutlineNode &child = outline.at(outline.child(id, row));
            if (child.parent != id || child.row != row)
                note("a child of another");
            if (child.offset < end)
                note("a child before its elder");
            if (child.range().end() > node.range().end())
                note("a child that reaches beyond it");
            end = child.range().end();
        }
    });
    if (outline.at(Outline::Root).range() != ByteRange{0, outline.bytes().size()})
        oddity = QStringLiteral("the root is not the whole");
    const qsizetype step = outline.bytes().size() / 1000 + 1;
    for (qsizetype offset = 0; offset < outline.bytes().size(); offset += step) {
        const OutlineNode &found = outline.at(outline.nodeAt(offset));
        const qsizetype start = found.key == NoNode ? found.offset : outline.at(found.key).offset;
        if (offset < start || offset >= found.range().end())
            oddity = QStringLiteral("byte %1 finds a node that has it not").arg(offset);
    }
    return oddity;
}

void requireSound(const Outline &outline)
{
    const QString oddity = oddityOf(outline);
    if (!oddity.isEmpty())
        qFatal("%s", qPrintable(oddity));
}
