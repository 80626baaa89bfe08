#include "OutcomesDialog.h"

#include "CommandText.h"
#include "Counted.h"
#include "Printable.h"
#include "SvgIcon.h"
#include "TableCopier.h"
#include "TableLook.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace greenroom {

OutcomesDialog::OutcomesDialog(const CommandReport &report, QWidget *parent) : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Not everything was done"));
    QList<CommandOutcome> outcomes = report.outcomes;
    std::stable_partition(outcomes.begin(), outcomes.end(),
                          [](const CommandOutcome &outcome) { return outcome.error.has_value(); });
    QList<CommandTarget> done;
    for (const CommandOutcome &outcome : outcomes) {
        if (!outcome.error)
            done << outcome.target;
    }
    const QString failed = tr("%1: %2").arg(failedText(report.command),
                                            counted(report.failures(), tr("actor"), tr("actors")));
    auto *summary = new QLabel(done.isEmpty() ? failed
                                              : failed + QStringLiteral("  ·  ") +
                                                    doneText(report.command, done));
    summary->setTextFormat(Qt::PlainText);
    summary->setWordWrap(true);
    QFont font = summary->font();
    font.setWeight(QFont::DemiBold);
    summary->setFont(font);

    auto *table = new QTableWidget(int(outcomes.size()), 2);
    dressTable(*table);
    new TableCopier(*table, TableCopier::Unit::Rows);
    table->setAccessibleName(tr("Outcomes"));
    table->setHorizontalHeaderLabels({tr("Actor"), tr("Outcome")});
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->setColumnWidth(0, 220);
    for (int row = 0; row < outcomes.size(); ++row) {
        const CommandOutcome &outcome = outcomes[row];
        table->setItem(row, 0, new QTableWidgetItem(outcome.target.name));
        const QString text = outcome.error ? printable(outcome.error->message) : tr("Done");
        const QIcon icon = outcome.error ? svgIcon(QStringLiteral("status-damaged"), Tone::Danger)
                                         : svgIcon(QStringLiteral("done"), Tone::Good);
        auto *item = new QTableWidgetItem(icon, text);
        item->setToolTip(text.toHtmlEscaped());
        table->setItem(row, 1, item);
    }

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 20, 20, 16);
    layout->setSpacing(14);
    layout->addWidget(summary);
    layout->addWidget(table, 1);
    layout->addWidget(buttons);
    resize(620, 360);
}

} // namespace greenroom
