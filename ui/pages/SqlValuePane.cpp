#include "SqlValuePane.h"

#include "Banner.h"
#include "ByteText.h"
#include "HexPane.h"
#include "IconButton.h"
#include "KvPresentation.h"
#include "Printable.h"
#include "SqlText.h"

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

bool hasBytes(const SqlValue &value)
{
    return value.storage == StorageClass::Text || value.storage == StorageClass::Blob;
}

QString className(StorageClass storage)
{
    switch (storage) {
    case StorageClass::Null:
        return QStringLiteral("NULL");
    case StorageClass::Integer:
        return QStringLiteral("INTEGER");
    case StorageClass::Real:
        return QStringLiteral("REAL");
    case StorageClass::Text:
        return QStringLiteral("TEXT");
    case StorageClass::Blob:
        return QStringLiteral("BLOB");
    }
    Q_UNREACHABLE();
}

QString sizeText(const SqlValue &value)
{
    const QString type = className(value.storage);
    if (!hasBytes(value))
        return type;
    const QLocale locale;
    if (value.isWhole())
        return SqlValuePane::tr("%1, %2 bytes").arg(type, locale.toString(value.size));
    return SqlValuePane::tr("%1, first %2 of %3 bytes")
        .arg(type, locale.toString(value.bytes.size()), locale.toString(value.size));
}

/// The text that @p format makes of the bytes; none where it makes none of them.
std::optional<QString> textOf(ByteFormat format, const SqlValue &value)
{
    const QByteArrayView bytes =
        value.isWhole() ? QByteArrayView(value.bytes) : withoutCutCharacter(value.bytes);
    if (format == ByteFormat::Hex || (format == ByteFormat::Auto && !isReadable(bytes)))
        return std::nullopt;
    return utf8Text(bytes);
}

} // namespace

SqlValuePane::SqlValuePane(QWidget *parent)
    : QWidget(parent),
      m_title(new QLabel),
      m_size(new QLabel),
      m_more(iconButton(QStringLiteral("next"), tr("Show more"))),
      m_format(new QComboBox),
      m_copy(iconButton(QStringLiteral("copy"), tr("Copy the value"))),
      m_save(iconButton(QStringLiteral("save"), tr("Save the value to a file…"))),
      m_banner(new Banner),
      m_bytes(new HexPane)
{
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_size->setForegroundRole(QPalette::PlaceholderText);
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_format->addItem(tr("Auto"), int(ByteFormat::Auto));
    m_format->addItem(tr("Text"), int(ByteFormat::Text));
    m_format->addItem(tr("Hex"), int(ByteFormat::Hex));
    m_format->setAccessibleName(tr("Format of the column's value"));
    m_bytes->setAccessibleName(tr("Value of the column"));

    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(12, 6, 8, 6);
    bar->setSpacing(8);
    bar->addWidget(m_title, 1);
    bar->addWidget(m_size);
    bar->addWidget(m_more);
    bar->addWidget(m_format);
    bar->addWidget(m_copy);
    bar->addWidget(m_save);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_banner);
    layout->addWidget(m_bytes, 1);

    connect(m_format, &QComboBox::currentIndexChanged, this, &SqlValuePane::refreshText);
    connect(m_more, &QToolButton::clicked, this, &SqlValuePane::moreWanted);
    connect(m_copy, &QToolButton::clicked, this, &SqlValuePane::copy);
    connect(m_save, &QToolButton::clicked, this, &SqlValuePane::saveWanted);
    clear();
}

void SqlValuePane::show(const QString &title, const SqlValue &value)
{
    m_banner->tell(Tone::Calm, {});
    m_title->setText(printable(title));
    m_value = value;
    refreshText();
}

void SqlValuePane::clear()
{
    m_banner->tell(Tone::Calm, {});
    m_title->setText(tr("Select a cell to see its value"));
    m_value.reset();
    refreshText();
}

void SqlValuePane::tellFailure(const QString &sentence)
{
    m_banner->tell(Tone::Danger, {sentence});
}

void SqlValuePane::refreshText()
{
    const bool isBytes = m_value && hasBytes(*m_value);
    m_format->setVisible(isBytes);
    m_save->setVisible(isBytes);
    m_copy->setVisible(m_value.has_value());
    m_more->setVisible(isBytes && !m_value->isWhole() && m_value->bytes.size() < MaxShownBytes);
    m_size->setText(m_value ? sizeText(*m_value) : QString());
    if (!m_value) {
        m_bytes->showText({});
        return;
    }
    if (!isBytes) {
        m_bytes->showText(sqlPreview(*m_value));
        return;
    }
    const auto text = textOf(ByteFormat(m_format->currentData().toInt()), *m_value);
    m_bytes->showText(text ? visibleControls(*text) : hexDump(m_value->bytes));
}

void SqlValuePane::copy() const
{
    // What is shown as text is copied as it is, without the pictures of its controls.
    const auto text = hasBytes(*m_value)
                          ? textOf(ByteFormat(m_format->currentData().toInt()), *m_value)
                          : std::nullopt;
    QGuiApplication::clipboard()->setText(text ? *text : m_bytes->toPlainText());
}

void SqlValuePane::save(const SqlValue &value)
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save the value's bytes"),
                                                      QStringLiteral("value.bin"));
    if (path.isEmpty())
        return;
    QSaveFile file(path);
    const bool isWritten = file.open(QIODevice::WriteOnly) &&
                           file.write(value.bytes) == value.bytes.size() && file.commit();
    if (isWritten)
        m_banner->tell(Tone::Calm, {tr("Saved to %1").arg(path)});
    else
        tellFailure(tr("%1: not saved: %2").arg(path, file.errorString()));
}

} // namespace greenroom
