#include "KeySpace.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>

using namespace greenroom;

namespace {

/// Where values of a kind go, and which of the fuzzer's keys is theirs.
struct Corpus
{
    const char *fuzzer;
    char selector;
};

std::optional<Corpus> corpusOf(const QByteArray &key)
{
    switch (kindOf(key)) {
    case KeyKind::PersistData:
        return Corpus{"PersistedActorFuzz", 0};
    case KeyKind::Connection:
        return Corpus{"ConnectionFuzz", 0};
    case KeyKind::QueueMetadata:
        return Corpus{"QueueFuzz", 0};
    case KeyKind::QueueMessage:
        return Corpus{"QueueFuzz", 1};
    case KeyKind::Workflow: {
        // By the tuple's first integers: history, metadata, or a part of the workflow itself.
        const QByteArray first = key.mid(2, 2);
        if (first == QByteArray::fromHex("1502"))
            return Corpus{"WorkflowFuzz", 0};
        if (first == QByteArray::fromHex("1504"))
            return Corpus{"WorkflowFuzz", 1};
        return Corpus{"WorkflowFuzz", 2};
    }
    case KeyKind::Trace:
        return Corpus{"TraceFuzz", 0};
    default:
        return std::nullopt;
    }
}

void write(const QString &folder, const QByteArray &bytes)
{
    QDir().mkpath(folder);
    const QByteArray hash = QCryptographicHash::hash(bytes, QCryptographicHash::Sha1).toHex();
    QFile file(folder + u'/' + QString::fromLatin1(hash));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("%s: %s", qPrintable(file.fileName()), qPrintable(file.errorString()));
}

} // namespace

/// FuzzSeeds FIXTURES FOLDER: makes FOLDER/FUZZER.seeds of the values in the fixtures' accounts.
int main(int argc, char *argv[])
{
    if (argc != 3)
        return 2;
    const QString folder = QString::fromLocal8Bit(argv[2]);
    qsizetype seeds = 0;
    QDirIterator accounts(QString::fromLocal8Bit(argv[1]), {QStringLiteral("expected.json")},
                          QDir::Files, QDirIterator::Subdirectories);
    while (accounts.hasNext()) {
        QFile file(accounts.next());
        if (!file.open(QIODevice::ReadOnly))
            return 1;
        const QJsonDocument account = QJsonDocument::fromJson(file.readAll());
        for (const QJsonValue &actor : account[QLatin1String("actors")].toArray()) {
            for (const char *part : {"kv", "legacyKv"}) {
                for (const QJsonValue &entry :
                     actor[QLatin1String(part)][QLatin1String("entries")].toArray()) {
                    const auto hex = [&entry](const char *field) {
                        return QByteArray::fromHex(
                            entry[QLatin1String(field)].toString().toLatin1());
                    };
                    const QByteArray key = hex("keyHex");
                    const std::optional<Corpus> corpus = corpusOf(key);
                    if (!corpus || entry[QLatin1String("valueHex")].isUndefined())
                        continue;
                    write(folder + u'/' + QLatin1String(corpus->fuzzer) + QStringLiteral(".seeds"),
                          corpus->selector + hex("valueHex"));
                    ++seeds;
                    if (kindOf(key) == KeyKind::PersistData) // mostly CBOR, behind a few bytes
                        write(folder + QStringLiteral("/CborFuzz.seeds"), hex("valueHex").mid(5));
                }
            }
        }
    }
    std::printf("%lld seeds\n", qlonglong(seeds));
    return seeds > 0 ? 0 : 1;
}
