#pragma once

#include "Outline.h"

#include <QSet>
#include <QWidget>

#include <memory>

class QSplitter;
class QTreeView;

namespace greenroom {

class HexView;
class OutlineModel;

/// A value's meaning beside its bytes: choosing a part lights up its bytes, choosing a byte chooses
/// the part that it belongs to. Bytes without a meaning stand alone.
///
/// Showing a newer value of the same kind keeps what is unfolded, what is chosen (by its path of
/// names) and both scroll positions as far as they still exist; showing the same one moves nothing.
class OutlineView final : public QWidget
{
    Q_OBJECT

public:
    explicit OutlineView(QWidget *parent = nullptr);

    /// Shows what is below @p top, and all of the bytes.
    void show(std::shared_ptr<const Outline> outline, NodeId top = Outline::Root);

    /// Shows bytes alone.
    void showBytes(const QByteArray &bytes);

    /// Decodes a key-value as its part of the key space has it, at once: for values of the usual
    /// size (up to 128 KiB). Large ones are for the caller to decode in the background.
    void showValue(QByteArrayView key, const QByteArray &value);

    /// Shows nothing, and forgets what was unfolded.
    void clear();

    [[nodiscard]] const Outline &outline() const;
    [[nodiscard]] std::shared_ptr<const Outline> sharedOutline() const;

    /// Whether there is a tree, and not bytes alone.
    [[nodiscard]] bool hasTree() const { return m_hasTree; }

    /// The chosen part; NoNode where none is.
    [[nodiscard]] NodeId chosen() const;

    /// Chooses a part, unfolds what it is in and brings it and its bytes into sight.
    void choose(NodeId node);

    [[nodiscard]] QTreeView *tree() const { return m_tree; }
    [[nodiscard]] HexView *hex() const { return m_hex; }

Q_SIGNALS:
    /// Another part was chosen; NoNode: none.
    void nodeChosen(NodeId node);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Step
    {
        QString name;
        quint32 row;
    };
    using Path = QList<Step>;
    struct Block
    {
        Path container;
        quint32 number;
    };
    /// What the user has made of the tree, told by names.
    struct Arrangement
    {
        QList<Path> unfolded;
        QList<Block> unfoldedBlocks;
        Path chosen;
        Path firstInSight;
        int firstY = 0;
    };

    [[nodiscard]] Path pathOf(NodeId node) const;
    [[nodiscard]] NodeId nodeAlong(const Path &path) const;
    [[nodiscard]] Arrangement arrangement() const;
    void restore(const Arrangement &before);
    void unfoldFirstLevels();
    void currentChanged();
    void byteChosen(qsizetype offset);
    void lightUpChosen();
    void offerCopies(const QPoint &at);
    void layOut();

    OutlineModel *m_model;
    QTreeView *m_tree;
    HexView *m_hex;
    QSplitter *m_splitter;
    QSet<quintptr> m_unfolded; // ids of the model's indexes
    bool m_hasTree = false;
    bool m_isLaidOut = false; // once there was room to divide
    bool m_comesFromBytes = false;
};

} // namespace greenroom
