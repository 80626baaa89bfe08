#pragma once

#include "ActorBundle.h"
#include "Result.h"

#include <QCryptographicHash>

class QIODevice;

namespace greenroom {

/// Writes a bundle to a device, piece by piece, so that an actor of any size needs no memory.
/// begin(), then add() for each row in order, then end(). The first failure is Io, with the
/// device's reason; what was written by then is no bundle.
class BundleWriter
{
public:
    explicit BundleWriter(QIODevice &out) : m_out(out) {}

    [[nodiscard]] Result<void> begin(const BundleHead &head);

    /// A whole row. Fails with NotSupported for a preview, and for more than a chunk can hold.
    [[nodiscard]] Result<void> add(const KvRow &row);

    /// What all the rows come to.
    [[nodiscard]] Result<KvTotals> end();

private:
    [[nodiscard]] Result<void> write(QByteArrayView bytes);
    [[nodiscard]] Result<void> chunk(char tag, std::initializer_list<QByteArrayView> parts);

    QIODevice &m_out;
    QCryptographicHash m_hash{QCryptographicHash::Sha256}; // of all that was written
    KvTotals m_totals;
};

} // namespace greenroom
