#pragma once

#include <QObject>
#include <QPointer>

class QAction;

namespace greenroom {

class Badge;
class Workspace;

/// The button that runs the open folder or stops it, and the badge that tells which it is.
class RunControl final : public QObject
{
    Q_OBJECT

public:
    explicit RunControl(QObject *parent = nullptr);

    [[nodiscard]] QAction *action() const { return m_action; }
    [[nodiscard]] Badge *badge() const { return m_badge; }

    /// Is for @p workspace from now on, or for nothing.
    void follow(Workspace *workspace);

    /// "Stopping 12 actors…" while they are being stopped.
    [[nodiscard]] QString stoppingText() const;

private:
    void update();
    void press();
    void show(const QString &icon, const QString &text, const QString &toolTip, bool enabled);

    QPointer<Workspace> m_workspace;
    QAction *m_action;
    Badge *m_badge; // owned by the bar it is put into
};

} // namespace greenroom
