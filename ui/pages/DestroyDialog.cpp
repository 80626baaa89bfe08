#include "DestroyDialog.h"

#include "Counted.h"
#include "SvgIcon.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace greenroom {

DestroyDialog::DestroyDialog(const QStringList &actors, QWidget *parent) : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    const bool isOne = actors.size() == 1;
    setWindowTitle(isOne ? tr("Destroy this actor?") : tr("Destroy %1 actors?").arg(actors.size()));

    auto *icon = new QLabel;
    icon->setPixmap(svgIcon(QStringLiteral("destroy"), Tone::Danger).pixmap(QSize(32, 32)));
    auto *title = new QLabel(windowTitle());
    QFont font = title->font();
    font.setPointSizeF(font.pointSizeF() * 1.2);
    font.setWeight(QFont::DemiBold);
    title->setFont(font);

    QStringList names = actors.first(std::min(Named, actors.size()));
    if (actors.size() > Named)
        names << tr("and %1 more").arg(actors.size() - Named);
    auto *list = new QLabel(names.join(u'\n'));
    list->setTextFormat(Qt::PlainText);
    list->setWordWrap(true);
    list->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text = new QLabel(isOne ? tr("Its record, its key-values and its alarm are removed from "
                                   "the folder. This cannot be undone.")
                              : tr("Their records, their key-values and their alarms are "
                                   "removed from the folder. This cannot be undone."));
    m_text->setWordWrap(true);

    auto *buttons = new QDialogButtonBox;
    QPushButton *cancel = buttons->addButton(QDialogButtonBox::Cancel);
    QPushButton *destroy = buttons->addButton(tr("Destroy"), QDialogButtonBox::DestructiveRole);
    destroy->setAutoDefault(false);
    cancel->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(destroy, &QPushButton::clicked, this, &QDialog::accept);

    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(20, 20, 20, 16);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(10);
    grid->setColumnStretch(1, 1);
    grid->setColumnMinimumWidth(1, 380);
    grid->addWidget(icon, 0, 0, Qt::AlignTop);
    grid->addWidget(title, 0, 1);
    grid->addWidget(list, 1, 1);
    grid->addWidget(m_text, 2, 1);
    if (!isOne) {
        const QString number = QString::number(actors.size());
        auto *typed = new QLineEdit;
        typed->setAccessibleName(tr("The number of actors, to confirm"));
        typed->setPlaceholderText(tr("Type %1 to confirm").arg(number));
        destroy->setEnabled(false);
        connect(typed, &QLineEdit::textChanged, destroy, [destroy, number](const QString &text) {
            destroy->setEnabled(text.trimmed() == number);
        });
        grid->addWidget(typed, 3, 1);
        typed->setFocus();
    } else {
        cancel->setFocus();
    }
    grid->addWidget(buttons, 4, 0, 1, 2);
}

void DestroyDialog::tellOfEdits(qsizetype pending)
{
    if (pending > 0) {
        m_text->setText(
            m_text->text() + u' ' +
            tr("Lost with it: %1.").arg(counted(pending, tr("pending edit"), tr("pending edits"))));
    }
}

} // namespace greenroom
