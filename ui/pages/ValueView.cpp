#include "ValueView.h"

#include "Banner.h"
#include "ByteText.h"
#include "HexPane.h"
#include "IconButton.h"
#include "KeyText.h"

#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSaveFile>
#include <QToolButton>
#include <QVBoxLayout>

namespace greenroom {

namespace {

QString writeFile(const QString &path, const QByteArray &bytes)
{
    QSaveFile file(path);
    const bool written =
        file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    return written ? QString() : file.errorString();
}

} // namespace

QString valueText(ByteFormat format, const KvRow &row)
{
    const QByteArrayView bytes =
        row.isWhole() ? QByteArrayView(row.value) : withoutCutCharacter(row.value);
    const std::optional<QString> text = utf8Text(bytes);
    const bool asText =
        format == ByteFormat::Text || (format == ByteFormat::Auto && isReadable(bytes));
    return asText && text ? visibleControls(*text) : hexDump(row.value);
}

ValueView::ValueView(SourceReader &reader, QWidget *parent)
    : QWidget(parent),
      m_reader(reader),
      m_title(new QLabel),
      m_size(new QLabel),
      m_format(new QComboBox),
      m_reveal(iconButton(QStringLiteral("eye"), tr("Reveal"))),
      m_loadAllButton(iconButton(QStringLiteral("next"), tr("Load all"))),
      m_copy(iconButton(QStringLiteral("copy"), tr("Copy value"))),
      m_save(iconButton(QStringLiteral("save"), tr("Save to file…"))),
      m_banner(new Banner),
      m_bytes(new HexPane)
{
    m_title->setTextFormat(Qt::PlainText);
    m_title->setFont(fixedFont());
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_size->setForegroundRole(QPalette::PlaceholderText);
    m_format->addItem(tr("Auto"), int(ByteFormat::Auto));
    m_format->addItem(tr("Text"), int(ByteFormat::Text));
    m_format->addItem(tr("Hex"), int(ByteFormat::Hex));
    m_format->setAccessibleName(tr("Format of the value"));
    m_bytes->setAccessibleName(tr("Value"));
    for (QToolButton *labelled : {m_reveal, m_loadAllButton})
        labelled->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);

    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(12, 6, 8, 6);
    bar->setSpacing(8);
    bar->addWidget(m_title, 1);
    bar->addWidget(m_size);
    bar->addWidget(m_reveal);
    bar->addWidget(m_loadAllButton);
    bar->addWidget(m_format);
    bar->addWidget(m_copy);
    bar->addWidget(m_save);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_banner);
    layout->addWidget(m_bytes, 1);

    connect(m_format, &QComboBox::currentIndexChanged, this, &ValueView::refreshText);
    connect(m_reveal, &QToolButton::clicked, this, [this] {
        m_revealed = true;
        refreshText();
    });
    connect(m_loadAllButton, &QToolButton::clicked, this, [this] {
        m_loadAll = true;
        load();
    });
    connect(m_copy, &QToolButton::clicked, this, &ValueView::copy);
    connect(m_save, &QToolButton::clicked, this, &ValueView::saveToFile);
    clear();
}

void ValueView::setActor(const std::optional<ActorId> &actor)
{
    m_actor = actor;
    clear();
}

void ValueView::show(const KvCursor &key)
{
    if (m_key != key) {
        clear();
        m_key = key;
    }
    load();
}

void ValueView::clear()
{
    m_question = {};
    m_key.reset();
    m_row.reset();
    m_loadAll = false;
    m_revealed = false;
    m_banner->tell(Tone::Danger, {});
    refreshText();
}

void ValueView::load()
{
    if (!m_actor || !m_key)
        return;
    m_question = m_reader.ask(
        SourceReader::Lane::Details, this,
        [this, key = *m_key, actor = *m_actor,
         bytes = m_loadAll ? WholeValue : PreviewBytes](ActorSource &source, const Reply &reply) {
            const auto row = source.kvRow(actor, key, bytes, reply.stopToken());
            reply.tell([this, row] {
                if (!row)
                    m_banner->tell(Tone::Danger, {row.error().message});
                else if (!*row)
                    m_banner->tell(Tone::Warning, {tr("This key has been deleted meanwhile.")});
                else
                    present(**row);
            });
        });
}

void ValueView::present(const KvRow &row)
{
    m_banner->tell(Tone::Danger, {});
    if (m_row == row)
        return;
    m_row = row;
    refreshText();
}

void ValueView::refreshText()
{
    const bool any = m_row.has_value();
    const bool masked = any && isSecret(*m_row) && !m_revealed;
    m_reveal->setVisible(masked);
    m_loadAllButton->setVisible(any && !masked && !m_row->isWhole());
    for (QWidget *tool : {static_cast<QWidget *>(m_format), static_cast<QWidget *>(m_copy),
                          static_cast<QWidget *>(m_save)})
        tool->setEnabled(any && !masked);
    if (!any) {
        m_title->setText(m_key ? QString() : tr("Select a key to see its value"));
        m_size->clear();
        m_bytes->showText({});
        return;
    }
    m_title->setText(keyMeaning(*m_row));
    m_title->setToolTip(hexText(m_row->key.first(std::min<qsizetype>(m_row->key.size(), 512))));
    m_size->setText(m_row->isWhole() ? tr("%1 bytes").arg(QLocale().toString(m_row->valueSize))
                                     : tr("first %1 of %2 bytes")
                                           .arg(QLocale().toString(m_row->value.size()),
                                                QLocale().toString(m_row->valueSize)));
    m_bytes->showText(masked ? secretMask()
                             : valueText(ByteFormat(m_format->currentData().toInt()), *m_row));
}

void ValueView::copy() const
{
    // What is shown as text is copied as it is, without the pictures of its controls.
    const bool shownAsText = m_bytes->toPlainText() != hexDump(m_row->value);
    QGuiApplication::clipboard()->setText(shownAsText ? QString::fromUtf8(m_row->value)
                                                      : m_bytes->toPlainText());
}

void ValueView::saveToFile()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save the value's bytes"),
                                                      QStringLiteral("value.bin"));
    if (path.isEmpty() || !m_key || !m_actor)
        return;
    m_saving = m_reader.ask(
        SourceReader::Lane::Details, this,
        [this, path, key = *m_key, actor = *m_actor](ActorSource &source, const Reply &reply) {
            const auto row = source.kvRow(actor, key, WholeValue, reply.stopToken());
            QString problem = !row    ? row.error().message
                              : !*row ? tr("the key has been deleted meanwhile")
                                      : writeFile(path, (*row)->value);
            reply.tell([this, path, problem] {
                if (problem.isEmpty())
                    m_banner->tell(Tone::Calm, {tr("Saved to %1").arg(path)});
                else
                    m_banner->tell(Tone::Danger, {tr("%1: not saved: %2").arg(path, problem)});
            });
        });
}

} // namespace greenroom
