#pragma once

#include <QByteArrayView>
#include <QList>
#include <QString>

#include <optional>
#include <variant>

namespace greenroom {

struct TupleItem;
using Tuple = QList<TupleItem>;

/// One item of a FoundationDB tuple, as far as keys have them (storage-format §8).
struct TupleItem
{
    std::variant<qint64, QString, Tuple> value;

    [[nodiscard]] const qint64 *integer() const { return std::get_if<qint64>(&value); }
    [[nodiscard]] const QString *text() const { return std::get_if<QString>(&value); }
    [[nodiscard]] const Tuple *tuple() const { return std::get_if<Tuple>(&value); }

    bool operator==(const TupleItem &) const = default;
};

/// The items of a packed tuple: integers of up to 63 bits, texts and tuples within. None when the
/// bytes are anything else.
[[nodiscard]] std::optional<Tuple> unpackTuple(QByteArrayView bytes);

} // namespace greenroom
