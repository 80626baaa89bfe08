#include "Fixture.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>

#include <algorithm>

namespace {

QString root()
{
    return QStringLiteral(GREENROOM_FIXTURES);
}

} // namespace

QStringList Fixture::names()
{
    const QString marker = QStringLiteral("expected.json");
    QStringList names;
    QDirIterator files(root(), {marker}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString file = files.next();
        names << file.mid(root().size() + 1).chopped(marker.size() + 1);
    }
    names.sort();
    return names;
}

Fixture::Fixture(const QString &name) : m_path(root() + u'/' + name)
{
    m_expected = QJsonDocument::fromJson(read(QStringLiteral("expected.json"))).object();
    if (m_expected.isEmpty())
        qFatal("no expected.json in %s", qPrintable(m_path));
}

QList<QJsonObject> Fixture::actors() const
{
    QList<QJsonObject> actors;
    for (const QJsonValue &actor : m_expected.value(QStringLiteral("actors")).toArray())
        actors << actor.toObject();
    std::sort(actors.begin(), actors.end(), [](const QJsonObject &a, const QJsonObject &b) {
        return a.value(QStringLiteral("id")).toString() < b.value(QStringLiteral("id")).toString();
    });
    return actors;
}

QByteArray Fixture::read(const QString &name) const
{
    QFile file(m_path + u'/' + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool isExpectedText(const QJsonValue &expected, const QString &text)
{
    if (expected.isString())
        return expected.toString() == text;
    const QJsonObject summary = expected.toObject().value(QStringLiteral("$string")).toObject();
    const QByteArray utf8 = text.toUtf8();
    return summary.value(QStringLiteral("utf16Length")).toInteger() == text.size() &&
           summary.value(QStringLiteral("utf8Length")).toInteger() == utf8.size() &&
           summary.value(QStringLiteral("sha256")).toString().toLatin1() ==
               QCryptographicHash::hash(utf8, QCryptographicHash::Sha256).toHex();
}
