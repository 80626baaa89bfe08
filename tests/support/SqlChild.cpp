// A process that opens an SQLite database and does what its standard input says, a line each:
// a statement, or ".churn MS" for that many milliseconds of opening, writing and closing it.
// Answers each line with one of its own: "ok" or SQLite's complaint. The end of the input closes
// the database.

#include "RawDatabase.h"

#include <QCoreApplication>
#include <QDeadlineTimer>

#include <iostream>
#include <memory>
#include <string>

namespace {

void answer(const QString &complaint)
{
    std::cout << (complaint.isEmpty() ? std::string("ok") : complaint.toStdString()) << std::endl;
}

/// Every row gets one new number in one transaction, so a reader who sees two numbers saw half.
QString writeOnce(RawDatabase &database, int number)
{
    QString complaint;
    for (const QString &sql :
         {QStringLiteral("PRAGMA busy_timeout=5000"), QStringLiteral("BEGIN IMMEDIATE"),
          QStringLiteral("UPDATE kv SET value = CAST('%1' AS BLOB) || "
                         "zeroblob(1500)")
              .arg(number, 9, 10, QChar(u'0')),
          QStringLiteral("COMMIT")}) {
        if (complaint.isEmpty())
            complaint = database.run(sql);
    }
    return complaint;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const QString path = app.arguments().value(1);
    std::unique_ptr<RawDatabase> database;
    int number = 0;

    for (std::string line; std::getline(std::cin, line);) {
        const QString command = QString::fromStdString(line);
        if (command.startsWith(QStringLiteral(".churn "))) {
            database.reset();
            QString complaint;
            const QDeadlineTimer end(command.mid(7).toInt());
            while (!end.hasExpired() && complaint.isEmpty()) {
                RawDatabase once(path);
                complaint = writeOnce(once, ++number);
            }
            answer(complaint);
        } else {
            if (!database)
                database = std::make_unique<RawDatabase>(path);
            answer(database->run(command));
        }
    }
}
