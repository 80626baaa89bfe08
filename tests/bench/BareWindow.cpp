// The least that a window of Qt's takes, for tests/bench/start-up: a QMainWindow with a label,
// which prints when it was painted and ends.
#include "ProcessAge.h"

#include <QApplication>
#include <QLabel>
#include <QMainWindow>
#include <QPaintEvent>

#include <cstdio>

namespace {

class BareWindow final : public QMainWindow
{
protected:
    void paintEvent(QPaintEvent *event) override
    {
        QMainWindow::paintEvent(event);
        QMetaObject::invokeMethod(
            this,
            [] {
                std::printf("%lld\n", static_cast<long long>(greenroom::processAge().count()));
                QApplication::quit();
            },
            Qt::QueuedConnection);
    }
};

} // namespace

int main(int argc, char *argv[])
{
    (void)greenroom::processAge();
    QApplication application(argc, argv);
    BareWindow window;
    window.setCentralWidget(new QLabel(QStringLiteral("A window")));
    window.resize(1400, 860);
    window.show();
    return QApplication::exec();
}
