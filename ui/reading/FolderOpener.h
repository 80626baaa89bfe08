#pragma once

#include "SourceOpeners.h"

#include <QObject>
#include <QThreadPool>

#include <optional>

namespace greenroom {

/// Opens folders in the background, one after the other. Used from the window's thread.
class FolderOpener final : public QObject
{
    Q_OBJECT

public:
    /// What a folder is opened for.
    enum class Mode {
        Look,
        Run, ///< if that fails, only to look
    };

    struct Opening
    {
        Result<std::shared_ptr<ActorSource>> source;
        std::optional<Error> notRun; ///< why it is only looked at
    };

    explicit FolderOpener(SourceOpeners openers, QObject *parent = nullptr);
    ~FolderOpener() override;

    [[nodiscard]] const SourceOpeners &openers() const { return m_openers; }

    /// Answers by opened(), unless another folder is asked for before.
    void open(const QString &folder, Mode mode);

    /// The folder that is being opened; empty when none is.
    [[nodiscard]] const QString &underWay() const { return m_underWay; }

Q_SIGNALS:
    void opened(const Opening &opening);

private:
    const SourceOpeners m_openers;
    QThreadPool m_thread;  // of one thread
    quint64 m_attempt = 0; // the last one; answers of earlier ones are dropped
    QString m_underWay;
};

} // namespace greenroom
