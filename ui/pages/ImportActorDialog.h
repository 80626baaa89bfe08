#pragma once

#include "ActorBundle.h"
#include "ActorImport.h"
#include "ActorRecord.h"
#include "Result.h"

#include <QDialog>

#include <functional>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace greenroom {

class ActorCommands;
class Banner;
class KeyPartsEdit;

/// Shows what a bundle holds, asks under which name and key its actor shall be made, and makes it.
/// Where there is such an actor it has to be said that it is to be replaced. Stays until that has
/// succeeded, and goes away by itself then.
class ImportActorDialog final : public QDialog
{
    Q_OBJECT

public:
    /// @p isThere tells whether there is an actor of a file name.
    ImportActorDialog(ActorCommands &commands, const QString &bundleFile,
                      std::function<bool(const QString &)> isThere, QWidget *parent);

Q_SIGNALS:
    /// The actor with this file name was made.
    void imported(const QString &fileName);

private:
    void show(const Result<BundleHead> &bundle);
    void check();
    void fit();
    void import();
    void ended(const Result<ImportOutcome> &outcome);

    /// Where it shall go; none where the bundle says.
    [[nodiscard]] std::optional<ActorAddress> address() const;
    [[nodiscard]] QString targetFile() const;

    ActorCommands &m_commands;
    const QString m_bundleFile;
    const std::function<bool(const QString &)> m_isThere;
    std::optional<BundleHead> m_bundle; // once it is read
    ActorRecord m_record;               // the bundle's
    QLabel *m_origin;
    QLineEdit *m_name;
    KeyPartsEdit *m_key;
    QCheckBox *m_replace;
    Banner *m_banner;
    QPushButton *m_import;
    bool m_isImporting = false;
};

} // namespace greenroom
