#pragma once

#include "SourceOpeners.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <optional>

class QTableView;

namespace greenroom {

class MainWindow;

/// Watches the window until it has painted a folder's actors, and ends the program: with 0 when all
/// was as a user would see it, else with 1 and the reason. Never waits longer than its patience.
class SmokeTest final : public QObject
{
    Q_OBJECT

public:
    /// Must be made before @p window is shown.
    explicit SmokeTest(MainWindow &window, QObject *parent = nullptr);

    static constexpr std::chrono::seconds Patience{20};

    /// Ends the program's event loop with 1.
    void fail(const QString &reason);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void folderRead();
    void actorsPainted();

    MainWindow &m_window;
    QTimer m_patience;
    QTableView *m_actors = nullptr; // once the folder was read
    std::optional<std::chrono::milliseconds> m_firstPaint;
    std::optional<std::chrono::milliseconds> m_actorsShown;
};

/// Opens the window on @p folder with settings of its own and watches it. The exit code.
[[nodiscard]] int runSmokeTest(const QString &folder, const SourceOpener &look);

} // namespace greenroom
