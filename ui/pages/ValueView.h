#pragma once

#include "KvPresentation.h"
#include "SourceReader.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QToolButton;

namespace greenroom {

class Banner;
class HexPane;

/// One value, byte-true: as text or hexadecimal, a large one by its first bytes until more are
/// asked for, a secret only when asked for.
class ValueView final : public QWidget
{
    Q_OBJECT

public:
    /// Bytes that are loaded without being asked for.
    static constexpr qint64 PreviewBytes = 64 * 1024;

    explicit ValueView(SourceReader &reader, QWidget *parent = nullptr);

    /// Whose values are shown from now on; shows none at first.
    void setActor(const std::optional<ActorId> &actor);

    /// Shows the value under @p key as it is now. The same key again keeps scroll position,
    /// format, and what was loaded or revealed.
    void show(const KvCursor &key);
    void clear();

    [[nodiscard]] std::optional<KvCursor> key() const { return m_key; }

private:
    void load();
    void present(const KvRow &row);
    void refreshText();
    void copy() const;
    void saveToFile();

    SourceReader &m_reader;
    std::optional<ActorId> m_actor;
    Question m_question;
    Question m_saving;

    std::optional<KvCursor> m_key;
    std::optional<KvRow> m_row;
    bool m_loadAll = false;
    bool m_revealed = false;

    QLabel *m_title;
    QLabel *m_size;
    QComboBox *m_format;
    QToolButton *m_reveal;
    QToolButton *m_loadAllButton;
    QToolButton *m_copy;
    QToolButton *m_save;
    Banner *m_banner;
    HexPane *m_bytes;
};

/// The row's value in @p format. What is no UTF-8 is a dump in any format.
[[nodiscard]] QString valueText(ByteFormat format, const KvRow &row);

} // namespace greenroom
