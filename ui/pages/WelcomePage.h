#pragma once

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace greenroom {

class Banner;

/// What the window shows before a folder is open: how to open one, and those opened lately.
class WelcomePage final : public QWidget
{
    Q_OBJECT

public:
    explicit WelcomePage(QWidget *parent = nullptr);

    void showRecent(const QStringList &folders);

    /// Why the last folder could not be opened; empty: nothing to tell.
    void showProblem(const QString &message);

Q_SIGNALS:
    void openRequested();
    void folderChosen(const QString &folder);

private:
    Banner *m_problem;
    QLabel *m_recentTitle;
    QVBoxLayout *m_recent;
};

} // namespace greenroom
