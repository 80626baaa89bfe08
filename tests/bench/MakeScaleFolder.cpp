// MakeScaleFolder FOLDER ACTORS: fills a folder for tests/bench/start-up.
#include "ScaleFolder.h"

#include <QCoreApplication>

#include <cstdio>

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    if (argc != 3) {
        std::fputs("MakeScaleFolder FOLDER ACTORS\n", stderr);
        return 2;
    }
    (void)greenroom::bench::makeScaleFolder(QString::fromLocal8Bit(argv[1]),
                                            QByteArray(argv[2]).toInt(), 10);
    return 0;
}
