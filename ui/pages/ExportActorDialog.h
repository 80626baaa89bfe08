#pragma once

#include "ActorBundle.h"

#include <QDialog>

class QCheckBox;

namespace greenroom {

/// Asks how an actor is to be exported, and then into which file. Goes away by itself.
class ExportActorDialog final : public QDialog
{
    Q_OBJECT

public:
    /// @p actor is its name for people.
    ExportActorDialog(const QString &actor, QWidget *parent);

Q_SIGNALS:
    void chosen(const QString &file, BundleHead::Secrets secrets);

private:
    void chooseFile();

    const QString m_actor;
    QCheckBox *m_withSecrets;
};

/// What files with an actor inside are called, for people.
[[nodiscard]] QString bundleFilter();

} // namespace greenroom
