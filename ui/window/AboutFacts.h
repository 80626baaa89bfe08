#pragma once

#include <QString>

namespace greenroom {

/// What the program tells the About box: what the window cannot know.
struct AboutFacts
{
    QString sqliteVersion;
    QString homePage;       ///< empty: none
    QString licencesFolder; ///< of what was bundled, a file each; empty or missing: nothing was
    QString settingsFile;
    QString demoFolder;
};

} // namespace greenroom
