#pragma once

#include "Result.h"

/// "ok", or the name of the failure's code: a verdict that QCOMPARE can print.
template <class T>
[[nodiscard]] QString outcomeOf(const greenroom::Result<T> &result)
{
    return result ? QStringLiteral("ok") : greenroom::codeName(result.error().code);
}

/// The failure's sentence, or nothing.
template <class T>
[[nodiscard]] QString messageOf(const greenroom::Result<T> &result)
{
    return result ? QString() : result.error().message;
}
