#pragma once

#include "Colors.h"

#include <QWidget>

class QLabel;

namespace greenroom {

/// A sentence across a page that must not be missed, such as why a record cannot be read. Hidden
/// without one.
class Banner final : public QWidget
{
    Q_OBJECT

public:
    explicit Banner(QWidget *parent = nullptr);

    /// Shows the sentences, one a line, in @p tone; none of them hides the banner.
    void tell(Tone tone, const QStringList &sentences);

    /// Gives it a button that hides it.
    void makeClosable();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Tone m_tone = Tone::Warning;
    QLabel *m_text;
};

} // namespace greenroom
