#include "ActorBundle.h"

namespace greenroom {

QByteArray bundleMagic()
{
    return QByteArrayLiteral("\x89GRA\r\n\x1a\n");
}

quint8 bundleCode(StorageClass storageClass)
{
    switch (storageClass) {
    case StorageClass::Integer:
        return 1;
    case StorageClass::Real:
        return 2;
    case StorageClass::Text:
        return 3;
    case StorageClass::Blob:
        return 4;
    case StorageClass::Null:
        return 5;
    }
    Q_UNREACHABLE();
}

std::optional<StorageClass> storageClassOf(quint8 bundleCode)
{
    switch (bundleCode) {
    case 1:
        return StorageClass::Integer;
    case 2:
        return StorageClass::Real;
    case 3:
        return StorageClass::Text;
    case 4:
        return StorageClass::Blob;
    case 5:
        return StorageClass::Null;
    default:
        return std::nullopt;
    }
}

} // namespace greenroom
