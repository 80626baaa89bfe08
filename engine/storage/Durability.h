#pragma once

namespace greenroom {

/// What an answered write survives besides a killed process.
enum class Durability {
    Process, ///< synchronous=NORMAL: a power cut may lose the last moments, never corrupt
    Power,   ///< synchronous=FULL: a power cut as well
};

} // namespace greenroom
