#include "EventTableModel.h"
#include "Actors.h"
#include "EventFilter.h"
#include "EventPresentation.h"
#include "FakeClock.h"
#include "ModelText.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace greenroom;
using Kind = ActorEvent::Kind;

class EventTableModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void eventsReadAsPeopleDo();
    void lostEventsAreALine();
    void theOldestGiveWay();
    void moreThanFitsAtOnceIsCounted();
    void anActorKeepsItsNameWhenItIsGone();
    void aNameThatCameLaterIsShown();
    void theFilterChooses_data();
    void theFilterChooses();
    void aFilterOnOneActorKeepsUp();
    void durations_data();
    void durations();

private:
    [[nodiscard]] QStringList words() const
    {
        return columnOf(*m_shown, EventTableModel::EventColumn);
    }

    QHash<QString, QString> m_paths;
    std::unique_ptr<EventTableModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_modelTester;
    std::unique_ptr<EventFilter> m_filter;
    std::unique_ptr<QAbstractItemModelTester> m_filterTester;
    std::unique_ptr<EventPresentation> m_shown;
    std::unique_ptr<QAbstractItemModelTester> m_shownTester;
};

void EventTableModelTest::init()
{
    m_paths = {{fileNameOf(1), QStringLiteral("worker/1")}};
    m_shownTester.reset();
    m_shown.reset();
    m_filterTester.reset();
    m_filter.reset();
    m_modelTester.reset();
    const auto reporting = QAbstractItemModelTester::FailureReportingMode::QtTest;
    m_model = std::make_unique<EventTableModel>(
        [this](const QString &fileName) { return m_paths.value(fileName); });
    m_modelTester = std::make_unique<QAbstractItemModelTester>(m_model.get(), reporting);
    m_filter = std::make_unique<EventFilter>();
    m_filter->setSourceModel(m_model.get());
    m_filterTester = std::make_unique<QAbstractItemModelTester>(m_filter.get(), reporting);
    m_shown = std::make_unique<EventPresentation>(std::make_shared<FakeClock>(TestNow));
    m_shown->setSourceModel(m_filter.get());
    m_shownTester = std::make_unique<QAbstractItemModelTester>(m_shown.get(), reporting);
}

void EventTableModelTest::eventsReadAsPeopleDo()
{
    ActorEvent written = eventOf(fileNameOf(1), Kind::KvWritten);
    written.count = 1200;
    written.bytes = 2048;
    written.took = std::chrono::microseconds(12'345);
    ActorEvent started = eventOf(fileNameOf(2), Kind::Started, QStringLiteral("woken\nby"));
    m_model->append({started, written, eventOf(fileNameOf(1), Kind::StartFailed)});

    QCOMPARE(titlesOf(*m_shown),
             QStringList({QStringLiteral("Time"), QStringLiteral("Actor"), QStringLiteral("Event"),
                          QStringLiteral("Detail"), QStringLiteral("Took")}));
    const QStringList text = textOf(*m_shown);
    QCOMPARE(text.size(), 3);
    QVERIFY(text[0].endsWith(fileNameOf(2) + QStringLiteral(" | Started | woken\\nby | ")));
    QVERIFY(text[1].endsWith(QStringLiteral(" | worker/1 | Wrote | 1,200 entries  ·  2.0 KiB | "
                                            "12.3 ms")));
    QVERIFY(text[2].endsWith(QStringLiteral(" | worker/1 | Start failed | it threw:  | ")));
    QCOMPARE(textOf(*m_shown, Qt::AccessibleTextRole), text);
    const QModelIndex failed = m_shown->index(2, EventTableModel::EventColumn);
    QVERIFY(!failed.data(Qt::DecorationRole).value<QIcon>().isNull());
    QVERIFY(failed.data(Qt::ToolTipRole).toString().contains(QStringLiteral("it threw")));
    QVERIFY(failed.data(Qt::ForegroundRole).isValid());
}

void EventTableModelTest::lostEventsAreALine()
{
    m_model->append({eventOf(fileNameOf(1), Kind::Created)}, 1234);
    QCOMPARE(m_model->rowCount(), 2);
    QCOMPARE(words(), QStringList({QStringLiteral("Missing"), QStringLiteral("Created")}));
    QVERIFY(textOf(*m_shown)[0].contains(QStringLiteral("1,234 events not shown")));
    QVERIFY(!m_shown->index(0, 0).data(FileNameRole).isValid());
    m_filter->setGroup(EventGroup::Failures); // it could have been one
    QCOMPARE(words(), QStringList(QStringLiteral("Missing")));
}

void EventTableModelTest::theOldestGiveWay()
{
    for (int batch = 0; batch < 5; ++batch) {
        ActorEvents events;
        for (int i = 0; i < EventTableModel::Capacity / 4; ++i)
            events << eventOf(fileNameOf(batch), Kind::Message, QString::number(i));
        m_model->append(events);
    }
    QCOMPARE(m_model->rowCount(), EventTableModel::Capacity);
    QCOMPARE(m_model->event(0).actor.text(), fileNameOf(1));
    QCOMPARE(m_model->event(EventTableModel::Capacity - 1).actor.text(), fileNameOf(4));
    QCOMPARE(m_filter->rowCount(), EventTableModel::Capacity);
    m_model->clear();
    QCOMPARE(m_filter->rowCount(), 0);
}

void EventTableModelTest::moreThanFitsAtOnceIsCounted()
{
    ActorEvents events;
    for (int i = 0; i < EventTableModel::Capacity + 7; ++i)
        events << eventOf(fileNameOf(1), Kind::Message);
    m_model->append({eventOf(fileNameOf(1), Kind::Created)});
    m_model->append(events, 3);
    QVERIFY(m_model->rowCount() <= EventTableModel::Capacity + 1);
    QCOMPARE(m_model->lost(0), quint64(10));
}

void EventTableModelTest::anActorKeepsItsNameWhenItIsGone()
{
    m_model->append({eventOf(fileNameOf(1), Kind::Destroyed)});
    m_paths.clear();
    m_model->nameAgain();
    QCOMPARE(columnOf(*m_shown, EventTableModel::ActorColumn),
             QStringList(QStringLiteral("worker/1")));
}

void EventTableModelTest::aNameThatCameLaterIsShown()
{
    m_model->append({eventOf(fileNameOf(2), Kind::Created)});
    QCOMPARE(columnOf(*m_shown, EventTableModel::ActorColumn), QStringList(fileNameOf(2)));
    QSignalSpy changed(m_shown.get(), &QAbstractItemModel::dataChanged);
    m_model->nameAgain();
    QCOMPARE(changed.size(), 0);
    m_paths.insert(fileNameOf(2), QStringLiteral("worker/2"));
    m_model->nameAgain();
    QCOMPARE(changed.size(), 1);
    QCOMPARE(columnOf(*m_shown, EventTableModel::ActorColumn),
             QStringList(QStringLiteral("worker/2")));
}

void EventTableModelTest::theFilterChooses_data()
{
    QTest::addColumn<int>("group");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("left");
    const auto word = [](const char *text) { return QString::fromLatin1(text); };
    QTest::newRow("lifecycle") << int(EventGroup::Lifecycle) << QString()
                               << QStringList{word("Created"), word("Started"),
                                              word("Start failed"), word("Destroyed")};
    QTest::newRow("failures") << int(EventGroup::Failures) << QString()
                              << QStringList{word("Start failed"), word("Alarm failed"),
                                             word("Failed")};
    QTest::newRow("alarms") << int(EventGroup::Alarms) << QString()
                            << QStringList{word("Alarm failed")};
    QTest::newRow("writes") << int(EventGroup::Writes) << QString()
                            << QStringList{word("Wrote"), word("Saved its state")};
    QTest::newRow("messages") << int(EventGroup::Messages) << QString()
                              << QStringList{word("Says")};
    QTest::newRow("a word of the detail")
        << int(EventGroup::All) << word("HELLO there") << QStringList{word("Says")};
    QTest::newRow("an actor's path")
        << int(EventGroup::Lifecycle) << word("worker/1") << QStringList{word("Created")};
    QTest::newRow("the kind") << int(EventGroup::All) << word("destroyed")
                              << QStringList{word("Destroyed")};
    QTest::newRow("nothing") << int(EventGroup::All) << word("zebra") << QStringList();
}

void EventTableModelTest::theFilterChooses()
{
    QFETCH(int, group);
    QFETCH(QString, text);
    QFETCH(QStringList, left);
    m_model->append({eventOf(fileNameOf(1), Kind::Created), eventOf(fileNameOf(2), Kind::Started),
                     eventOf(fileNameOf(2), Kind::StartFailed),
                     eventOf(fileNameOf(2), Kind::Message, QStringLiteral("hello over there")),
                     eventOf(fileNameOf(2), Kind::AlarmFailed)});
    m_filter->setGroup(EventGroup(group));
    m_filter->setText(text);
    m_model->append(
        {eventOf(fileNameOf(2), Kind::KvWritten), eventOf(fileNameOf(2), Kind::StateWritten),
         eventOf(fileNameOf(2), Kind::Destroyed), eventOf(fileNameOf(2), Kind::Failed)});
    QCOMPARE(words(), left);
    m_filter->setGroup(EventGroup::All);
    m_filter->setText({});
    QCOMPARE(words().size(), 9);
}

void EventTableModelTest::aFilterOnOneActorKeepsUp()
{
    m_filter->showActor(*ActorId::fromText(fileNameOf(1)));
    for (int batch = 0; batch < 8; ++batch) {
        ActorEvents events;
        for (int i = 0; i < EventTableModel::Capacity / 4; ++i)
            events << eventOf(fileNameOf(i % 10), Kind::Message);
        m_model->append(events);
    }
    QCOMPARE(m_filter->rowCount(), EventTableModel::Capacity / 10);
    m_filter->showActor(*ActorId::fromText(fileNameOf(11)));
    QCOMPARE(m_filter->rowCount(), 0);
    m_filter->showActor(std::nullopt);
    QCOMPARE(m_filter->rowCount(), 0);
    m_filter->showAllActors();
    QCOMPARE(m_filter->rowCount(), EventTableModel::Capacity);
}

void EventTableModelTest::durations_data()
{
    QTest::addColumn<qint64>("us");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << qint64(0) << QStringLiteral("0 µs");
    QTest::newRow("micro") << qint64(999) << QStringLiteral("999 µs");
    QTest::newRow("milli") << qint64(1000) << QStringLiteral("1.0 ms");
    QTest::newRow("many milli") << qint64(999'900) << QStringLiteral("999.9 ms");
    QTest::newRow("seconds") << qint64(3'204'000) << QStringLiteral("3.20 s");
}

void EventTableModelTest::durations()
{
    QFETCH(qint64, us);
    QFETCH(QString, text);
    ActorEvent event = eventOf(fileNameOf(1), Kind::Started);
    event.took = std::chrono::microseconds(us);
    m_model->append({event});
    QCOMPARE(columnOf(*m_shown, EventTableModel::TookColumn), QStringList(text));
}

QTEST_MAIN(EventTableModelTest)
#include "EventTableModelTest.moc"
