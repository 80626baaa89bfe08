#include "BundleWriter.h"

#include "BareWriter.h"

#include <QIODevice>
#include <QtEndian>

#include <limits>

namespace greenroom {

namespace {

template <class T>
QByteArray littleEndian(T value)
{
    QByteArray bytes(sizeof(T), Qt::Uninitialized);
    qToLittleEndian(value, bytes.data());
    return bytes;
}

} // namespace

Result<void> BundleWriter::write(QByteArrayView bytes)
{
    m_hash.addData(bytes);
    for (qsizetype done = 0; done < bytes.size();) {
        const qint64 written = m_out.write(bytes.data() + done, bytes.size() - done);
        if (written <= 0)
            return fail(ErrorCode::Io, QStringLiteral("cannot write: %1").arg(m_out.errorString()));
        done += written;
    }
    return {};
}

Result<void> BundleWriter::chunk(char tag, std::initializer_list<QByteArrayView> parts)
{
    qint64 size = 0;
    for (const QByteArrayView part : parts)
        size += part.size();
    if (size > std::numeric_limits<quint32>::max()) {
        return fail(ErrorCode::NotSupported,
                    QStringLiteral("a part has %1 bytes; a bundle's end at 4 GiB").arg(size));
    }
    if (const auto written = write(tag + littleEndian(quint32(size))); !written)
        return written;
    for (const QByteArrayView part : parts) {
        if (const auto written = write(part); !written)
            return written;
    }
    return {};
}

Result<void> BundleWriter::begin(const BundleHead &head)
{
    BareWriter fields;
    fields.string(head.greenroom, "greenroom")
        .u64(head.exportedAt.ms)
        .string(head.actorId, "actorId")
        .boolean(head.secrets == BundleHead::Secrets::Included);
    const Result<QByteArray> header = fields.finish();
    if (!header)
        return fail(header.error());
    const auto alarm = [&]() -> Result<void> {
        return head.alarm ? chunk('A', {*head.alarm}) : Result<void>();
    };
    return write(bundleMagic() + littleEndian(BundleHead::CurrentVersion))
        .and_then([&] { return chunk('H', {*header}); })
        .and_then([&] { return chunk('R', {head.record}); })
        .and_then(alarm);
}

Result<void> BundleWriter::add(const KvRow &row)
{
    if (!row.isWhole()) {
        return fail(ErrorCode::NotSupported,
                    QStringLiteral("only %1 of a value's %2 bytes were read")
                        .arg(row.value.size())
                        .arg(row.valueSize));
    }
    m_totals.entries += 1;
    m_totals.bytes += row.key.size() + row.value.size();
    QByteArray front;
    front += char(bundleCode(row.keyClass));
    front += char(bundleCode(row.valueClass));
    front += littleEndian(quint32(row.key.size()));
    return chunk('K', {front, row.key, row.value});
}

Result<KvTotals> BundleWriter::end()
{
    const QByteArray totals =
        littleEndian(quint64(m_totals.entries)) + littleEndian(quint64(m_totals.bytes));
    if (const auto written = chunk('E', {totals}); !written)
        return fail(written.error());
    if (const auto written = write(m_hash.result()); !written)
        return fail(written.error());
    return m_totals;
}

} // namespace greenroom
