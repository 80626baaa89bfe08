#pragma once

#include <QDialog>

class QLabel;

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

    /// Says that so many edits of the actors are pending and go with them.
    void tellOfEdits(qsizetype pending);

private:
    QLabel *m_text;
};

} // namespace greenroom
