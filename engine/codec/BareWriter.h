#pragma once

#include "Result.h"

#include <QByteArray>

#include <optional>

namespace greenroom {

/// Writes BARE (storage-format §2). A string that has no UTF-8 form (a lone surrogate) makes
/// finish() fail with InvalidUtf8: rivetkit writes bytes for it that no reader accepts.
class BareWriter
{
public:
    BareWriter &u16(quint16 value);
    BareWriter &u64(quint64 value);
    BareWriter &boolean(bool value);
    BareWriter &varint(quint64 value);
    BareWriter &string(const QString &text, const char *field);
    BareWriter &data(QByteArrayView bytes);

    template <class T, class Write>
    BareWriter &optional(const std::optional<T> &value, Write write)
    {
        boolean(value.has_value());
        if (value)
            write(*value);
        return *this;
    }

    /// The bytes, or the first failure. LargerThan32MiB when a reader would refuse them.
    [[nodiscard]] Result<QByteArray> finish();

private:
    QByteArray m_bytes;
    std::optional<Error> m_failure;
};

} // namespace greenroom
