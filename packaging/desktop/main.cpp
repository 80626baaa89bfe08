// Draws Greenroom's icon in the sizes that a desktop's icon theme has: FOLDER/SIDE.png.
#include "ProgramIcon.h"

#include <cstdio>

int main(int argc, char *argv[])
{
    if (argc != 2) {
        std::fputs("usage: greenroom_icons FOLDER\n", stderr);
        return 2;
    }
    for (const int side : {16, 22, 24, 32, 48, 64, 128, 256, 512}) {
        const QString file =
            QStringLiteral("%1/%2.png").arg(QString::fromLocal8Bit(argv[1])).arg(side);
        // As any other pixel format the bytes would depend on what Qt draws with; quality 0 packs
        // best.
        const QImage image = greenroom::programImage(side).convertToFormat(QImage::Format_RGBA8888);
        if (!image.save(file, "PNG", 0)) {
            std::fprintf(stderr, "greenroom_icons: cannot write %s\n", qPrintable(file));
            return 1;
        }
    }
    return 0;
}
