#pragma once

#include "KvPage.h"
#include "Outline.h"

#include <QString>

#include <memory>

namespace greenroom {

/// How a value's bytes can be read.
enum class ValueForm {
    Auto, ///< as its key and its bytes from first to last suggest
    Json,
    Cbor,
    Record, ///< the record that its part of the key space has
    Text,
    Hex,
    SqlitePage,
};

inline constexpr ValueForm ValueForms[] = {ValueForm::Auto,      ValueForm::Json, ValueForm::Cbor,
                                           ValueForm::Record,    ValueForm::Text, ValueForm::Hex,
                                           ValueForm::SqlitePage};

/// "BARE record".
[[nodiscard]] QString formTitle(ValueForm form);

/// Why the row's value cannot be read in this form, a sentence; nothing where it can, if only in
/// part. Looks at all of the bytes.
[[nodiscard]] QString formProblem(ValueForm form, const KvRow &row);

/// What a value is, read in some form.
struct ReadValue
{
    ValueForm form = ValueForm::Hex; ///< never Auto

    /// Its parts; none for text and bytes that have none.
    std::shared_ptr<const Outline> outline{};

    /// Why the actor's own decoder refuses it, where that is known.
    std::optional<Error> error{};
};

/// Reads a value; Auto, and a form that cannot be, by what its key says and else by its bytes: text
/// where it is readable, JSON where that is one whole object or array, CBOR where it decodes whole
/// and is more than one plain value. May take as long as decoding the value two or three times.
[[nodiscard]] ReadValue readValue(ValueForm form, const KvRow &row);

} // namespace greenroom
