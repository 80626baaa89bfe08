#include "AboutBox.h"

#include "ProgramIcon.h"

#include <QCoreApplication>
#include <QMessageBox>

namespace greenroom {

void showAboutBox(QWidget *parent)
{
    QMessageBox box(parent);
    box.setWindowTitle(QCoreApplication::translate("AboutBox", "About Greenroom"));
    box.setIconPixmap(programIcon().pixmap(QSize(64, 64)));
    box.setText(QStringLiteral("<b>Greenroom %1</b>").arg(QCoreApplication::applicationVersion()));
    box.setInformativeText(
        QCoreApplication::translate(
            "AboutBox",
            "A desktop inspector for local actors.\n\nApache License 2.0. Runs on Qt %1, used "
            "under the LGPL.")
            .arg(QString::fromLatin1(qVersion())));
    box.exec();
}

} // namespace greenroom
