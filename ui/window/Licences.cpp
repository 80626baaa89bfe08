#include "Licences.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

namespace greenroom {

namespace {

constexpr qint64 MaxBytes = 1024 * 1024; // of a licence

QString translated(const char *text)
{
    return QCoreApplication::translate("Licences", text);
}

QList<Licence> partsOfGreenroom()
{
    return {
        {translated("Greenroom"), {}, QStringLiteral(":/LICENSE")},
        {translated("Qt"),
         translated("Copyright The Qt Company Ltd. and other contributors.\n\n"
                    "Qt is used under the GNU Lesser General Public License, version 3:\n"
                    "https://www.gnu.org/licenses/lgpl-3.0.html\n\n"
                    "Greenroom uses it as it is, as shared libraries. You may put a changed Qt in "
                    "their place.\nIts source is at https://download.qt.io/official_releases/qt/"),
         {}},
        {translated("SQLite"),
         translated("SQLite is in the public domain: https://www.sqlite.org/copyright.html"),
         {}},
        {translated("tl::expected"),
         translated("By Sy Brand, given to the public domain under CC0 1.0:\n"
                    "https://creativecommons.org/publicdomain/zero/1.0/"),
         {}},
    };
}

} // namespace

QList<Licence> licences(const QString &bundled)
{
    QList<Licence> all = partsOfGreenroom();
    if (bundled.isEmpty())
        return all;
    QFileInfoList files = QDir(bundled).entryInfoList(QDir::Files, QDir::Name);
    files +=
        QDir(bundled + QStringLiteral("/common-licenses")).entryInfoList(QDir::Files, QDir::Name);
    for (const QFileInfo &file : files)
        all << Licence{file.completeSuffix() == QLatin1String("txt") ? file.baseName()
                                                                     : file.fileName(),
                       {},
                       file.filePath()};
    return all;
}

QString termsOf(const Licence &licence)
{
    if (licence.file.isEmpty())
        return licence.text;
    QFile file(licence.file);
    if (!file.open(QIODevice::ReadOnly))
        return translated("%1 cannot be read: %2").arg(licence.file, file.errorString());
    return QString::fromUtf8(file.read(MaxBytes));
}

} // namespace greenroom
