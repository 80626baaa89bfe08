#pragma once

#include "ActorSource.h"
#include "Clock.h"

#include <QScrollArea>

#include <memory>

namespace greenroom {

class Banner;
class FieldGrid;
class HexPane;

/// All that an actor's record says, raw and readable, and its files. Showing the same actor again
/// changes only what is new.
class OverviewTab final : public QScrollArea
{
    Q_OBJECT

public:
    explicit OverviewTab(std::shared_ptr<const Clock> clock, QWidget *parent = nullptr);

    void show(const ActorDetails &details);

private:
    void showIdentity(const ActorEntry &actor);
    void showTimes(const ActorEntry &actor);
    void showLive(const ActorEntry &actor);
    void showFiles(const QList<ActorFile> &files);
    void showBytes(const QByteArray &bytes);

    const std::shared_ptr<const Clock> m_clock;
    Banner *m_error;
    Banner *m_warnings;
    FieldGrid *m_identity;
    FieldGrid *m_live;
    FieldGrid *m_times;
    FieldGrid *m_files;
    QWidget *m_bytesHeading;
    HexPane *m_bytes;
};

} // namespace greenroom
