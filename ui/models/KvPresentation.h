#pragma once

#include "KvEdit.h"
#include "KvPage.h"
#include "PresentationProxy.h"

#include <QHash>

namespace greenroom {

/// How bytes are written in a cell or a value.
enum class ByteFormat {
    Auto, ///< text where it is readable, else hexadecimal
    Text,
    Hex,
};

/// A page of key-values as the table shows it. A secret's value is masked until it is revealed.
class KvPresentation final : public PresentationProxy
{
    Q_OBJECT

public:
    using PresentationProxy::PresentationProxy;

    QVariant data(const QModelIndex &index, int role) const override;

    /// How keys and values are written.
    void setFormat(ByteFormat format);

    /// What is to be changed: those rows show what they would become, and say so.
    void showStaged(const QList<KvChange> &changes);

protected:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override;

private:
    [[nodiscard]] QString text(const QModelIndex &index) const;
    [[nodiscard]] const KvRow &row(const QModelIndex &index) const;
    [[nodiscard]] std::optional<KvChange> staged(const KvRow &row) const;

    QHash<QByteArray, KvChange> m_staged; // by key
    ByteFormat m_format = ByteFormat::Auto;
};

/// The bytes of a row's key in @p format, on one line.
[[nodiscard]] QString keyIn(ByteFormat format, const KvRow &row);

} // namespace greenroom
