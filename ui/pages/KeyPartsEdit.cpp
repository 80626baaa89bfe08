#include "KeyPartsEdit.h"

#include "IconButton.h"
#include "SvgIcon.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

namespace greenroom {

KeyPartsEdit::KeyPartsEdit(QWidget *parent) : QWidget(parent), m_rows(new QVBoxLayout)
{
    auto *more = new QPushButton(svgIcon(QStringLiteral("add")), tr("Add a key &part"));
    more->setAutoDefault(false);
    connect(more, &QPushButton::clicked, this, [this] {
        add();
        m_fields.last()->setFocus();
    });
    m_rows->setSpacing(4);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addLayout(m_rows);
    layout->addWidget(more, 0, Qt::AlignLeft);
    setFocusProxy(more);
}

QStringList KeyPartsEdit::parts() const
{
    QStringList parts;
    for (const QLineEdit *field : m_fields)
        parts << field->text();
    return parts;
}

void KeyPartsEdit::setParts(const QStringList &parts)
{
    for (QLineEdit *field : std::exchange(m_fields, {}))
        delete field->parentWidget();
    for (const QString &part : parts)
        add(part);
}

void KeyPartsEdit::add(const QString &text)
{
    auto *row = new QWidget;
    auto *field = new QLineEdit(text);
    QToolButton *remove = iconButton(QStringLiteral("close"), tr("Remove this part"));
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(field, 1);
    layout->addWidget(remove);
    m_rows->addWidget(row);
    m_fields << field;
    connect(remove, &QToolButton::clicked, this, [this, row, field] {
        m_fields.removeOne(field);
        row->hide();
        row->deleteLater();
        name();
        Q_EMIT changed();
    });
    connect(field, &QLineEdit::textChanged, this, &KeyPartsEdit::changed);
    name();
    Q_EMIT changed();
}

void KeyPartsEdit::name()
{
    for (int i = 0; i < m_fields.size(); ++i) {
        m_fields[i]->setAccessibleName(tr("Key part %1").arg(i + 1));
        m_fields[i]->setPlaceholderText(tr("Part %1 (may be empty)").arg(i + 1));
    }
}

} // namespace greenroom
