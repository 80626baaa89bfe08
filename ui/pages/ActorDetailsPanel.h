#pragma once

#include "ActorSource.h"
#include "Clock.h"
#include "SourceReader.h"

#include <QWidget>

#include <memory>

class QLabel;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace greenroom {

class AlarmTab;
class Banner;
class EmptyState;
class FolderSession;
class KvTab;
class OverviewTab;

/// Everything about the selected actor, as tabs under its name.
class ActorDetailsPanel final : public QWidget
{
    Q_OBJECT

public:
    ActorDetailsPanel(FolderSession &session, std::shared_ptr<const Clock> clock,
                      QWidget *parent = nullptr);

    /// Turns to the actor with this state file; empty: to none.
    void show(const QString &fileName);

    /// Reads the actor again; what is selected or scrolled stays.
    void refresh();

    void tick();

    [[nodiscard]] KvTab *kvTab() const { return m_kv; }
    [[nodiscard]] QTabWidget *tabs() const { return m_tabs; }

private:
    QWidget *makeHeader();
    void showNone();
    void present(const ActorDetails &details);

    /// Shows what the list already has, until the rest is read.
    void presentListed();
    void presentFailure(const Error &error);
    void showHeader(const ActorEntry &actor);
    void run(ActorCommand command);

    FolderSession &m_session;
    const std::shared_ptr<const Clock> m_clock;
    QString m_fileName;
    std::optional<ActorId> m_id;
    Question m_question;
    Question m_command;

    QStackedWidget *m_pages;
    EmptyState *m_empty;
    QLabel *m_icon;
    QLabel *m_title;
    QLabel *m_subtitle;
    QToolButton *m_copyId;
    Banner *m_banner;
    QTabWidget *m_tabs;
    OverviewTab *m_overview;
    KvTab *m_kv;
    AlarmTab *m_alarm;
};

} // namespace greenroom
