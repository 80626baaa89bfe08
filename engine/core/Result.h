#pragma once

#include "Error.h"

#include <tl/expected.hpp>

namespace greenroom {

/// A value or the reason there is none. Nothing in the engine throws.
template <class T>
using Result = tl::expected<T, Error>;

/// The failing side of a Result: `return fail(ErrorCode::NotFound, …)`.
[[nodiscard]] inline tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, QString message)
{
    return fail(Error{code, std::move(message)});
}

} // namespace greenroom
