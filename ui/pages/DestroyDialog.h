#pragma once

#include <QDialog>

namespace greenroom {

/// Asks whether these actors shall be destroyed; accepted if so. For more than one, their number
/// has to be typed. Goes away by itself.
class DestroyDialog final : public QDialog
{
    Q_OBJECT

public:
    /// So many actors are named.
    static constexpr qsizetype Named = 10;

    explicit DestroyDialog(const QStringList &actors, QWidget *parent);
};

} // namespace greenroom
