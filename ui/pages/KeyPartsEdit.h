#pragma once

#include <QWidget>

class QLineEdit;
class QVBoxLayout;

namespace greenroom {

/// The parts of a key, a field each: a part may be empty and may hold any character.
class KeyPartsEdit final : public QWidget
{
    Q_OBJECT

public:
    explicit KeyPartsEdit(QWidget *parent = nullptr);

    [[nodiscard]] QStringList parts() const;
    void setParts(const QStringList &parts);

Q_SIGNALS:
    void changed();

private:
    void add(const QString &text = {});
    void name();

    QList<QLineEdit *> m_fields;
    QVBoxLayout *m_rows;
};

} // namespace greenroom
