#pragma once

#include <QCoreApplication>

#include <array>

namespace greenroom {

/// The tabs of an actor's details, in their order.
enum class DetailsTab {
    Overview,
    State,
    Kv,
    Connections,
    Queue,
    Workflow,
    Traces,
    Database,
    Alarm,
    Events,
};
inline constexpr int DetailsTabs = 10;

/// What it is called, with the letter that its menu has.
[[nodiscard]] inline QString detailsTabTitle(DetailsTab tab)
{
    static constexpr std::array<const char *, DetailsTabs> Titles = {
        QT_TRANSLATE_NOOP("DetailsTab", "&Overview"),
        QT_TRANSLATE_NOOP("DetailsTab", "&State"),
        QT_TRANSLATE_NOOP("DetailsTab", "&KV"),
        QT_TRANSLATE_NOOP("DetailsTab", "&Connections"),
        QT_TRANSLATE_NOOP("DetailsTab", "&Queue"),
        QT_TRANSLATE_NOOP("DetailsTab", "&Workflow"),
        QT_TRANSLATE_NOOP("DetailsTab", "&Traces"),
        QT_TRANSLATE_NOOP("DetailsTab", "&Database"),
        QT_TRANSLATE_NOOP("DetailsTab", "&Alarm"),
        QT_TRANSLATE_NOOP("DetailsTab", "&Events"),
    };
    return QCoreApplication::translate("DetailsTab", Titles[size_t(tab)]);
}

} // namespace greenroom
