#pragma once

#include "SqlValue.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QToolButton;

namespace greenroom {

class Banner;
class HexPane;

/// One value of a row, byte-true. Of a large one it shows what it is given, and asks for more.
class SqlValuePane final : public QWidget
{
    Q_OBJECT

public:
    /// No more of a value is shown, so that the window stays quick; all of it can be saved.
    static constexpr qint64 MaxShownBytes = 256 * 1024;

    explicit SqlValuePane(QWidget *parent = nullptr);

    /// Shows a value of the column @p title. The same again keeps the scroll position.
    void show(const QString &title, const SqlValue &value);
    void clear();

    /// Says what went wrong, or where something was saved.
    void tellFailure(const QString &sentence);

    /// Lets the user save @p value, which is whole.
    void save(const SqlValue &value);

Q_SIGNALS:
    /// As much of the value as is shown at most is wanted.
    void moreWanted();
    /// The whole value is wanted, for save().
    void saveWanted();

private:
    void refreshText();
    void copy() const;

    std::optional<SqlValue> m_value;

    QLabel *m_title;
    QLabel *m_size;
    QToolButton *m_more;
    QComboBox *m_format;
    QToolButton *m_copy;
    QToolButton *m_save;
    Banner *m_banner;
    HexPane *m_bytes;
};

} // namespace greenroom
