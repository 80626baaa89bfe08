#pragma once

#include <QIdentityProxyModel>

namespace greenroom {

/// What people read of the rows of an SqlRowsModel: values in one line each, numbers at the right,
/// NULL and blobs in a fainter colour than text that says the same.
class SqlRowsPresentation final : public QIdentityProxyModel
{
    Q_OBJECT

public:
    using QIdentityProxyModel::QIdentityProxyModel;

    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

} // namespace greenroom
