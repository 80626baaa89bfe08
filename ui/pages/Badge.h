#pragma once

#include "Colors.h"

#include <QWidget>

namespace greenroom {

/// A word or two in a coloured pill that tells a state at a glance. Hidden without words.
class Badge final : public QWidget
{
    Q_OBJECT

public:
    explicit Badge(QWidget *parent = nullptr);

    void tell(Tone tone, const QString &words);
    [[nodiscard]] const QString &words() const { return m_words; }

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Tone m_tone = Tone::Calm;
    QString m_words;
};

} // namespace greenroom
