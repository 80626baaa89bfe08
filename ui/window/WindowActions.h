#pragma once

#include "DetailsTab.h"

#include <QAction>

#include <array>

namespace greenroom {

/// What the window itself can do, with texts, keys and tooltips; the window says what follows.
class WindowActions final : public QObject
{
    Q_OBJECT

public:
    explicit WindowActions(QObject *parent);

    QAction *const open;
    QAction *const closeFolder;
    QAction *const quit;
    QAction *const find;
    QAction *const filter;
    QAction *const search;
    QAction *const refresh;
    QAction *const live; ///< checkable
    QAction *const create;
    QAction *const import;
    QAction *const resetLayout;
    QAction *const shortcuts;
    QAction *const about;
    std::array<QAction *, DetailsTabs> tabs; ///< of the details
};

} // namespace greenroom
