// How long a developer waits for a value to be decoded, with Qt's own CBOR reader beside it, and
// how long the window stands still for values of 50 MB. `QT_QPA_PLATFORM=offscreen ValueBench`
//
// The bars: 128 KiB of state are a tree in under 20 ms; no stall over 100 ms.

#include "ActorRecord.h"
#include "CborReader.h"
#include "FolderSource.h"
#include "HexView.h"
#include "MainWindow.h"
#include "OutlineView.h"
#include "StallMeter.h"
#include "ValueForm.h"
#include "ValueView.h"
#include "Workspace.h"

#include <QApplication>
#include <QCborStreamWriter>
#include <QCborValue>
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QSettings>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <cstdio>

using namespace greenroom;

namespace {

constexpr int Patience = 60'000; // ms
constexpr double MaxDecode = 20; // ms
constexpr double MaxStall = 100; // ms
constexpr qsizetype Large = 50'000'000;

bool isWithin = true;

double median(QList<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double sinceMs(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

/// Items such as a state is made of, until there are @p bytes.
QByteArray cborOf(qsizetype bytes)
{
    QByteArray cbor;
    QCborStreamWriter out(&cbor);
    out.startMap(1);
    out.append(QLatin1String("items"));
    out.startArray();
    for (qint64 i = 0; cbor.size() < bytes - 100; ++i) {
        out.startMap(4);
        out.append(QLatin1String("id"));
        out.append(i);
        out.append(QLatin1String("name"));
        out.append(QStringLiteral("item number %1").arg(i));
        out.append(QLatin1String("price"));
        out.append(double(i) / 3);
        out.append(QLatin1String("tags"));
        out.startArray(2);
        out.append(QLatin1String("new"));
        out.append(i % 2 == 0);
        out.endArray();
        out.endMap();
    }
    out.endArray();
    out.endMap();
    return cbor;
}

/// Of the processor time that @p work takes, whatever else the machine does.
template <class Work>
double medianOf(int rounds, Work work)
{
    QList<double> times;
    for (int i = 0; i < rounds; ++i) {
        const double before = bench::threadMs();
        work();
        times << bench::threadMs() - before;
    }
    return median(times);
}

void compareDecoders()
{
    const QByteArray cbor = cborOf(128 * 1024);
    const double ours = medianOf(51, [&] { (void)outlineOfCbor(cbor); });
    const double qts = medianOf(51, [&] { (void)QCborValue::fromCbor(cbor); });
    std::printf("%-44s %8.2f ms   QCborValue::fromCbor %8.2f ms\n", "128 KiB of CBOR, decoded",
                ours, qts);
    OutlineView view;
    view.resize(1000, 600);
    view.QWidget::show();
    (void)QTest::qWaitForWindowExposed(&view);
    const double shown = medianOf(21, [&] {
        view.clear();
        view.show(std::make_shared<const Outline>(outlineOfCbor(cbor)));
        view.tree()->viewport()->repaint();
        view.hex()->viewport()->repaint();
    });
    std::printf("%-44s %8.2f ms   (the bar: %.0f ms)\n", "128 KiB of CBOR, a tree on the screen",
                shown, MaxDecode);
    isWithin = isWithin && shown < MaxDecode;
}

struct LargeValue
{
    const char *name;
    QByteArray bytes;
};

QString makeFolder(const QString &folder, const QList<LargeValue> &values)
{
    for (const QString &part :
         {QStringLiteral("state"), QStringLiteral("alarms"), QStringLiteral("databases")})
        QDir().mkpath(folder + u'/' + part);
    ActorRecord record;
    record.name = QStringLiteral("large");
    const ActorId id = ActorId::of(record.name, {});
    record.actorId = id.text();
    QFile file(folder + QStringLiteral("/state/") + id.text());
    if (!file.open(QIODevice::WriteOnly) || file.write(*encodeActorRecord(record)) < 0)
        qFatal("cannot write the record");
    {
        QSqlDatabase database =
            QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("large"));
        database.setDatabaseName(folder + QStringLiteral("/databases/") + id.text() +
                                 QStringLiteral(".db"));
        if (!database.open())
            qFatal("cannot make the database");
        QSqlQuery query(database);
        query.exec(
            QStringLiteral("CREATE TABLE kv(key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)"));
        for (const LargeValue &value : values) {
            query.prepare(QStringLiteral("INSERT INTO kv VALUES(?, ?)"));
            query.addBindValue(QByteArray("\4") + value.name);
            query.addBindValue(value.bytes);
            if (!query.exec())
                qFatal("cannot store a value");
        }
    }
    QSqlDatabase::removeDatabase(QStringLiteral("large"));
    return id.text();
}

template <class Widget>
Widget *named(QWidget &window, const char *name)
{
    for (Widget *widget : window.findChildren<Widget *>()) {
        if (widget->accessibleName() == QString::fromUtf8(name))
            return widget;
    }
    qFatal("there is no %s", name);
}

QToolButton *button(QWidget &window, const char *tip)
{
    for (QToolButton *found : window.findChildren<QToolButton *>()) {
        if (found->toolTip() == QString::fromUtf8(tip))
            return found;
    }
    qFatal("there is no button %s", tip);
}

/// Does @p work, waits until @p isDone, and tells what it took and how long the window stood still.
template <class Work, class Done>
void step(const QByteArray &what, Work work, Done isDone)
{
    QCoreApplication::processEvents();
    bench::StallMeter meter;
    QTest::qWait(50);
    meter.start();
    QElapsedTimer timer;
    timer.start();
    work();
    const bool isReached = QTest::qWaitFor(isDone, Patience);
    const double took = sinceMs(timer);
    QTest::qWait(150); // to paint, and to let go of what was before
    const double stall = meter.longest();
    std::printf("%-44s %8.0f ms   longest stall %6.1f ms%s\n", what.constData(), took, stall,
                isReached ? "" : "   NEVER ENDED");
    isWithin = isWithin && isReached && stall < MaxStall;
}

void watchLargeValues()
{
    const QTemporaryDir folder;
    QByteArray json = "[";
    for (int i = 0; json.size() < Large; ++i)
        json += "{\"id\":" + QByteArray::number(i) + ",\"name\":\"item\"},";
    json.back() = ']';
    const QList<LargeValue> values{
        {"binary", QByteArray(Large, '\xfe')},
        {"cbor", cborOf(Large)},
        {"json", json},
        {"text", QByteArray("a line of text\n").repeated(Large / 15)},
    };
    const QString actor = makeFolder(folder.path(), values);
    const QTemporaryDir config;
    QSettings settings(config.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    const SourceOpener opener = [](const QString &path) -> Result<std::shared_ptr<ActorSource>> {
        auto source = FolderSource::open(path);
        if (!source)
            return fail(source.error());
        return std::shared_ptr<ActorSource>(std::move(*source));
    };
    MainWindow window({.look = opener, .run = nullptr}, std::make_shared<SystemClock>(), settings);
    window.resize(1400, 860);
    window.show();
    window.openFolder(folder.path());
    (void)QTest::qWaitFor(
        [&] { return window.workspace() && window.workspace()->session().isRead(); }, Patience);
    window.workspace()->showTab(DetailsTab::Kv);
    window.workspace()->chooseActor(actor);
    QTableView *table = named<QTableView>(window, "Key-values");
    (void)QTest::qWaitFor([&] { return table->model()->rowCount() == values.size(); }, Patience);

    auto *view = window.findChild<ValueView *>();
    auto *format = named<QComboBox>(window, "Format of the value");
    const auto isWhole = [view] { return view->row() && view->row()->isWhole(); };
    const auto choose = [&](ValueForm form) {
        format->setCurrentIndex(format->findData(int(form)));
        Q_EMIT format->activated(format->currentIndex());
    };
    for (int row = 0; row < values.size(); ++row) {
        const QByteArray name = values[row].name;
        step(
            name + ": chosen",
            [&] {
                table->selectRow(row);
                table->setCurrentIndex(table->model()->index(row, 1));
            },
            [&] { return view->row() && view->key()->key == "\4" + name; });
        step(
            name + ": all loaded and decoded", [&] { button(*view, "Load all")->click(); },
            isWhole);
        step(
            name + ": as hex, to its end", [&] { choose(ValueForm::Hex); },
            [&] { return view->parts()->isVisible() && !view->parts()->hasTree(); });
        step(
            name + ": the last byte",
            [&] { QTest::keyClick(view->parts()->hex(), Qt::Key_End, Qt::ControlModifier); },
            [&] { return view->parts()->hex()->cursor() > Large / 2; });
        step(
            name + ": as CBOR", [&] { choose(ValueForm::Cbor); },
            [&] { return view->parts()->hasTree(); });
        step(
            name + ": the part of a byte in the middle",
            [&] {
                view->parts()->choose(view->parts()->outline().nodeAt(Large / 3));
                view->parts()->tree()->expand(view->parts()->tree()->currentIndex());
            },
            [] { return true; });
        step(
            name + ": pages of bytes, by keys",
            [&] {
                QTest::keyClick(view->parts()->hex(), Qt::Key_Home, Qt::ControlModifier);
                for (int i = 0; i < 5; ++i)
                    QTest::keyClick(view->parts()->hex(), Qt::Key_PageDown);
            },
            [] { return true; });
        step(
            name + ": read again", [&] { view->show(*view->key()); }, [] { return true; });
        step(
            name + ": as it suggests", [&] { choose(ValueForm::Auto); },
            [&] { return format->currentIndex() == 0 && format->currentText().contains(u':'); });
    }
}

} // namespace

int main(int argc, char *argv[])
{
    QApplication application(argc, argv);
    compareDecoders();
    std::printf("\nvalues of %lld bytes\n\n", qlonglong(Large));
    watchLargeValues();
    std::printf(isWithin ? "\nwithin the bars\n" : "\nOVER A BAR\n");
    return isWithin ? 0 : 1;
}
