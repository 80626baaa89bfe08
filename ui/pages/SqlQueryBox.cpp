#include "SqlQueryBox.h"

#include "PresentationProxy.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace greenroom {

namespace {

constexpr int LinesShown = 4;

} // namespace

SqlQueryBox::SqlQueryBox(SourceReader &reader, QWidget *parent)
    : QWidget(parent),
      m_sql(new QPlainTextEdit),
      m_run(new QPushButton(tr("&Run"))),
      m_cancel(new QPushButton(tr("Cancel"))),
      m_state(new QLabel),
      m_rows(new SqlRowsView(reader, SqlRowsView::Scope::Statement))
{
    m_sql->setFont(fixedFont());
    m_sql->setPlaceholderText(tr("SELECT … — one statement that only reads"));
    m_sql->setAccessibleName(tr("SQL statement"));
    m_sql->setTabChangesFocus(true);
    m_sql->setFixedHeight(m_sql->fontMetrics().lineSpacing() * LinesShown + 14);
    m_run->setToolTip(tr("Run the statement (Ctrl+Return)"));
    m_state->setForegroundRole(QPalette::PlaceholderText);
    m_state->setTextFormat(Qt::PlainText);

    auto *bar = new QHBoxLayout;
    bar->setSpacing(8);
    bar->addWidget(m_run);
    bar->addWidget(m_cancel);
    bar->addWidget(m_state, 1);
    auto *top = new QVBoxLayout;
    top->setContentsMargins(12, 8, 12, 8);
    top->setSpacing(8);
    top->addWidget(m_sql);
    top->addLayout(bar);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_rows, 1);

    m_sql->installEventFilter(this);
    connect(m_run, &QPushButton::clicked, this, &SqlQueryBox::run);
    connect(m_cancel, &QPushButton::clicked, this, &SqlQueryBox::cancel);
    connect(m_sql, &QPlainTextEdit::textChanged, this, &SqlQueryBox::readingChanged);
    connect(&m_rows->pager(), &SqlPager::readingChanged, this, &SqlQueryBox::readingChanged);
    connect(&m_rows->pager(), &SqlPager::turned, m_state, &QLabel::clear);
    connect(&m_rows->pager(), &SqlPager::failed, m_state, &QLabel::clear);
    readingChanged();
}

bool SqlQueryBox::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (isReturn && key->modifiers().testFlag(Qt::ControlModifier)) {
            run();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void SqlQueryBox::setDatabase(std::shared_ptr<const ActorSql> database)
{
    m_database = std::move(database);
    readingChanged();
}

void SqlQueryBox::clear()
{
    m_rows->clear();
    m_state->clear();
}

void SqlQueryBox::run()
{
    if (!m_run->isEnabled())
        return;
    m_state->setText(tr("Running…"));
    m_rows->showStatement(m_database, m_sql->toPlainText());
}

void SqlQueryBox::cancel()
{
    m_rows->pager().cancel();
    m_state->setText(tr("Cancelled"));
}

void SqlQueryBox::readingChanged()
{
    const bool isReading = m_rows->pager().isReading();
    m_run->setEnabled(m_database && !isReading && !m_sql->toPlainText().trimmed().isEmpty());
    m_cancel->setEnabled(isReading);
}

} // namespace greenroom
