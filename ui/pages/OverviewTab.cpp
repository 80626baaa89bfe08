#include "OverviewTab.h"

#include "ActorPath.h"
#include "ActorStatus.h"
#include "Banner.h"
#include "ByteText.h"
#include "FieldGrid.h"
#include "HexPane.h"
#include "LiveText.h"
#include "Printable.h"
#include "TimeText.h"

#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

namespace greenroom {

namespace {

constexpr qsizetype ShownBytes = 1024;
constexpr int MaxDumpLines = 16;

QString keyList(const QStringList &key)
{
    QStringList parts;
    for (const QString &part : key)
        parts << u'"' + printable(part) + u'"';
    return u'[' + parts.join(QStringLiteral(", ")) + u']';
}

} // namespace

OverviewTab::OverviewTab(std::shared_ptr<const Clock> clock, QWidget *parent)
    : QScrollArea(parent),
      m_clock(std::move(clock)),
      m_error(new Banner),
      m_warnings(new Banner),
      m_identity(new FieldGrid(tr("Record"))),
      m_live(new FieldGrid(tr("As it runs"))),
      m_times(new FieldGrid(tr("Lifecycle"))),
      m_files(new FieldGrid(tr("Files"))),
      m_bytesHeading(new QLabel(tr("State file, byte for byte"))),
      m_bytes(new HexPane)
{
    QFont font = m_bytesHeading->font();
    font.setWeight(QFont::DemiBold);
    m_bytesHeading->setFont(font);
    m_bytes->setAccessibleName(tr("Bytes of the state file"));
    m_bytes->setLineWrapMode(QPlainTextEdit::NoWrap);

    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(20);
    layout->addWidget(m_error);
    layout->addWidget(m_warnings);
    layout->addWidget(m_identity);
    layout->addWidget(m_live);
    layout->addWidget(m_times);
    layout->addWidget(m_files);
    auto *bytes = new QVBoxLayout;
    bytes->setSpacing(8);
    bytes->addWidget(m_bytesHeading);
    bytes->addWidget(m_bytes);
    layout->addLayout(bytes);
    layout->addStretch();

    setWidget(content);
    setWidgetResizable(true);
    setAccessibleName(tr("Overview"));
    setFrameShape(QFrame::NoFrame);
}

void OverviewTab::show(const ActorDetails &details)
{
    const ActorEntry &actor = details.entry;
    QStringList errors;
    if (actor.error)
        errors << actor.error->message;
    if (actor.live && actor.live->error)
        errors << actor.live->error->message;
    m_error->tell(Tone::Danger, errors);
    m_warnings->tell(Tone::Warning, actor.warnings);
    showIdentity(actor);
    showLive(actor);
    showTimes(actor);
    showFiles(details.files);
    showBytes(details.stateBytes);
}

void OverviewTab::showIdentity(const ActorEntry &actor)
{
    // Why a record is damaged stands in the banner.
    m_identity->set(tr("Status"), actor.error ? statusWord(statusOf(actor))
                                              : statusWord(statusOf(actor)) + QStringLiteral(". ") +
                                                    statusMeaning(actor));
    m_identity->set(tr("Id"), printable(actor.fileName));
    if (!actor.record) {
        m_identity->set(tr("Name"), QStringLiteral("—"));
        m_identity->set(tr("Key"), QStringLiteral("—"));
        m_identity->set(tr("Format"), actor.error
                                          ? tr("Not readable: %1").arg(codeName(actor.error->code))
                                          : QStringLiteral("—"));
        return;
    }
    const ActorRecord &record = *actor.record;
    m_identity->set(tr("Name"), printable(record.name));
    m_identity->set(tr("Key"), keyPath(record.key), keyList(record.key));
    m_identity->set(tr("Format"), tr("State record, version %1").arg(record.version));
}

void OverviewTab::showTimes(const ActorEntry &actor)
{
    m_times->setVisible(actor.record.has_value());
    if (!actor.record)
        return;
    const Timestamp now = m_clock->now();
    m_times->setTime(tr("Created"), actor.record->createdAt, now);
    m_times->setTime(tr("Started"), actor.record->startTs, now);
    m_times->setTime(tr("Connectable"), actor.record->connectableTs, now);
    m_times->setTime(tr("Slept"), actor.record->sleepTs, now);
    m_times->setTime(tr("Destroyed"), actor.record->destroyTs, now);
}

void OverviewTab::showLive(const ActorEntry &actor)
{
    m_live->setVisible(actor.live.has_value());
    if (!actor.live)
        return;
    const LiveStatus &live = *actor.live;
    const auto orDash = [](const QString &text) {
        return text.isEmpty() ? QStringLiteral("—") : text;
    };
    m_live->set(tr("State"), statusWord(statusOf(actor)), rawName(live.lifecycle));
    m_live->setTime(tr("Since"), live.since, m_clock->now());
    m_live->set(tr("Generation"), orDash(printable(live.generation)));
    m_live->set(tr("Engine thread"), live.lane > 0 ? tr("thread %1").arg(live.lane) : orDash({}));
    m_live->set(tr("Alarm"), orDash(alarmPhase(live)));
    m_live->set(tr("Writes"),
                tr("%1 since the start  ·  %2")
                    .arg(QLocale().toString(live.kvWrites),
                         live.kvWritesPerSecond < 0.05 ? tr("none of late")
                                                       : rateText(live.kvWritesPerSecond)));
}

void OverviewTab::showFiles(const QList<ActorFile> &files)
{
    QStringList names;
    for (const ActorFile &file : files) {
        const QFileInfo info(file.path);
        const QString folder = QFileInfo(info.path()).fileName();
        names << folder + u'/' + printable(info.fileName());
        m_files->set(names.last(),
                     tr("%1  ·  changed %2")
                         .arg(QLocale().formattedDataSize(file.bytes, 1),
                              exactTime({quint64(std::max<qint64>(0, file.modifiedMs))})),
                     tr("%1 bytes").arg(file.bytes));
    }
    m_files->retain(names);
}

void OverviewTab::showBytes(const QByteArray &bytes)
{
    m_bytesHeading->setVisible(!bytes.isEmpty());
    m_bytes->setVisible(!bytes.isEmpty());
    const QByteArrayView shown = QByteArrayView(bytes).first(std::min(bytes.size(), ShownBytes));
    QString text = hexDump(shown);
    if (shown.size() < bytes.size())
        text += tr("\n… and %1 more bytes").arg(bytes.size() - shown.size());
    m_bytes->showText(text);
    m_bytes->setVisibleLines(std::min(MaxDumpLines, int(text.count(u'\n')) + 1));
}

} // namespace greenroom
