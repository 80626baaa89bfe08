#pragma once

#include <QList>
#include <QString>

namespace greenroom {

/// What a check of the program itself has found.
struct Finding
{
    enum class Verdict {
        Fine,
        Warning, ///< Greenroom works, but for what is said
        Failure,
    };
    Verdict verdict = Verdict::Fine;
    QString text; ///< a sentence or a few words, without a line break
};

/// Checks that what Greenroom needs is here and works: Qt's plugins, SQLite, the engine in a
/// temporary folder, which is removed again, the demo's actors, and whether settings can be kept.
/// Needs a QCoreApplication and no display.
[[nodiscard]] QList<Finding> testSelf();

/// testSelf(), a line each on standard output. The exit code: 1 where something has failed.
[[nodiscard]] int runSelfTest();

} // namespace greenroom
