#pragma once

#include "Clock.h"
#include "FolderSession.h"

#include <QSplitter>

class QSettings;

namespace greenroom {

class ActorDetailsPanel;
class ActorsPage;

/// One open folder: its actors beside the details of the selected one.
class Workspace final : public QSplitter
{
    Q_OBJECT

public:
    Workspace(std::shared_ptr<ActorSource> source, std::shared_ptr<const Clock> clock,
              QWidget *parent = nullptr);
    ~Workspace() override;

    [[nodiscard]] FolderSession &session() { return m_session; }

    void chooseActor(const QString &fileName);

    /// Moves shown ages and countdowns on.
    void tick();

    /// Puts the cursor where the current view is searched, or the actors are filtered.
    void find();
    void filter();

    void showTab(int index);

    void saveLayout(QSettings &settings) const;
    void restoreLayout(const QSettings &settings);
    void resetLayout();

private:
    FolderSession m_session;
    ActorsPage *m_actors;
    ActorDetailsPanel *m_details;
    QByteArray m_defaultColumns;
};

} // namespace greenroom
