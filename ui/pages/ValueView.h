#pragma once

#include "KeySpace.h"
#include "KvEdit.h"
#include "SourceReader.h"
#include "ValueForm.h"

#include <QMap>
#include <QWidget>

#include <array>

class QAction;
class QComboBox;
class QLabel;
class QMenu;
class QStackedLayout;
class QToolButton;

namespace greenroom {

class Banner;
class HexPane;
class OutlineView;

/// One value, byte-true: decoded beside its bytes, as text, or as bytes alone; a large one by its
/// first bytes until more are asked for, a secret only when asked for. Everything that takes time
/// is done in the background.
class ValueView final : public QWidget
{
    Q_OBJECT

public:
    /// Values up to this size are loaded whole.
    static constexpr qint64 LoadedWhole = 1024 * 1024;

    /// Bytes of larger ones that are loaded without being asked for.
    static constexpr qint64 PreviewBytes = 64 * 1024;

    /// So much of a text is shown; a longer one would hold up the window.
    static constexpr qint64 TextBytes = 256 * 1024;

    explicit ValueView(SourceReader &reader, QWidget *parent = nullptr);

    /// Whose values are shown from now on; shows none at first.
    void setActor(const std::optional<ActorId> &actor);

    /// Shows the value under @p key as it is now. The same key again keeps what is unfolded and
    /// chosen, scroll positions, format, and what was loaded or revealed.
    void show(const KvCursor &key);
    void clear();

    [[nodiscard]] std::optional<KvCursor> key() const { return m_key; }

    /// The row that is shown, secret or not; none before it is read.
    [[nodiscard]] const KvRow *row() const { return m_shown ? &m_shown->row : nullptr; }

    /// What is to be changed: those values are shown as they would become, and said to be so.
    void showStaged(const QList<KvChange> &changes);

    [[nodiscard]] OutlineView *parts() const { return m_parts; }

Q_SIGNALS:
    /// The shown row, or the way it is read, is another one.
    void shown();

private:
    /// What the background makes of a row.
    struct Shown
    {
        KvRow row;
        ValueForm asked = ValueForm::Auto;
        ReadValue read{};
        QString text{}; ///< where it is read as text, its beginning
        std::array<QString, std::size(ValueForms)> problems{};
        QByteArray stamp{};
        bool isAll = false; ///< all of a large value was asked for
    };
    enum class CopyForm { Json, Hex, Text };

    [[nodiscard]] static std::shared_ptr<const Shown> read(const KvRow &row, ValueForm form);
    [[nodiscard]] ValueForm chosenForm() const;
    void load();
    void chooseForm();
    void present(std::shared_ptr<const Shown> shown);
    void refresh();
    void showForms();
    void showContent();
    void showFailures();
    [[nodiscard]] const KvChange *staged() const;
    [[nodiscard]] QString sizeText() const;
    [[nodiscard]] bool isMasked() const;
    [[nodiscard]] QToolButton *makeCopyButton();
    void offerCopies();
    void copy(CopyForm form);
    void copyAsShown();
    void saveToFile();

    SourceReader &m_reader;
    std::optional<ActorId> m_actor;
    Question m_question;
    Question m_saving;
    Question m_copying;

    std::optional<KvCursor> m_key;
    std::shared_ptr<const Shown> m_shown;
    QMap<std::pair<QString, KeyKind>, ValueForm> m_forms; // what the user chose, by actor and kind
    QList<KvChange> m_staged;
    bool m_loadAll = false;
    bool m_revealed = false;

    QLabel *m_title;
    QLabel *m_size;
    QComboBox *m_format;
    QToolButton *m_reveal;
    QToolButton *m_loadAllButton;
    QMenu *m_copies;
    QToolButton *m_copy;
    QToolButton *m_save;
    Banner *m_banner;
    Banner *m_failures;
    Banner *m_stagedNote;
    QStackedLayout *m_contents;
    HexPane *m_text;
    OutlineView *m_parts;
};

} // namespace greenroom
