#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace greenroom {

/// What stands where there is nothing to show: a drawing, what is the matter, and the way on.
class EmptyState final : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyState(QWidget *parent = nullptr);

    /// @p icon names a drawing (svgIcon). An empty @p action leaves out the button.
    void show(const QString &icon, const QString &title, const QString &text,
              const QString &action = {});

    /// Leaves out the drawing and the room around, for a low place such as a dock.
    void makeLow();

Q_SIGNALS:
    void actionTriggered();

private:
    QLabel *m_icon;
    QLabel *m_title;
    QLabel *m_text;
    QPushButton *m_action;
};

} // namespace greenroom
