#include "ValueForm.h"

#include "ActorSource.h"
#include "ByteText.h"
#include "CborReader.h"
#include "EntryOutline.h"
#include "JsonReader.h"
#include "SqliteFile.h"
#include "SqlitePage.h"

namespace greenroom {

namespace {

bool hasRecord(const KvRow &row)
{
    if (row.keyClass != StorageClass::Blob)
        return false;
    switch (kindOf(row)) {
    case KeyKind::PersistData:
    case KeyKind::Connection:
    case KeyKind::QueueMetadata:
    case KeyKind::QueueMessage:
    case KeyKind::Trace:
    case KeyKind::SqliteMeta:
        return true;
    case KeyKind::Workflow:
        switch (workflowPart(row.key)) {
        case WorkflowPart::History:
        case WorkflowPart::Metadata:
            return true;
        default:
            return false;
        }
    default:
        return false;
    }
}

/// Whether CBOR and nothing else is kept under the row's key.
bool isBareCbor(const KvRow &row)
{
    if (row.keyClass != StorageClass::Blob || kindOf(row) != KeyKind::Workflow)
        return false;
    const WorkflowPart part = workflowPart(row.key);
    return part == WorkflowPart::Output || part == WorkflowPart::Failure ||
           part == WorkflowPart::Input;
}

/// The number of a chunk of the database itself.
std::optional<quint32> chunkNumber(const KvRow &row)
{
    if (row.keyClass != StorageClass::Blob)
        return std::nullopt;
    const std::optional<SqliteFileKey> key = decodeSqliteFileKey(row.key);
    return key && key->file == SqliteFileKind::Main ? key->chunk : std::nullopt;
}

SqlitePlace placeOf(const KvRow &row)
{
    const std::optional<quint32> chunk = chunkNumber(row);
    const bool isFirst = chunk ? *chunk == 0 : isSqliteFile(row.value);
    return isFirst ? SqlitePlace::FirstPage : SqlitePlace::LaterPage;
}

bool isContainer(NodeKind kind)
{
    switch (kind) {
    case NodeKind::Array:
    case NodeKind::Object:
    case NodeKind::Map:
    case NodeKind::Set:
    case NodeKind::TypedArray:
    case NodeKind::RegExp:
    case NodeKind::ErrorValue:
    case NodeKind::Date:
    case NodeKind::Tagged:
        return true;
    default:
        return false;
    }
}

ReadValue withOutline(ValueForm form, Outline &&outline)
{
    return {form, std::make_shared<const Outline>(std::move(outline)), std::nullopt};
}

/// Bytes that tell a whole CBOR value of several parts do so hardly by chance.
std::optional<ReadValue> asWholeCbor(const QByteArray &bytes)
{
    constexpr qsizetype LeastBytes = 2;
    if (bytes.size() < LeastBytes)
        return std::nullopt;
    Outline outline = outlineOfCbor(bytes);
    if (!outline.failures().isEmpty() || outline.at(Outline::Root).childCount != 1 ||
        !isContainer(outline.at(outline.child(Outline::Root, 0)).kind))
        return std::nullopt;
    return withOutline(ValueForm::Cbor, std::move(outline));
}

std::optional<ReadValue> asWholeJson(const QByteArray &bytes)
{
    const QByteArrayView trimmed = QByteArrayView(bytes).trimmed();
    const bool isBracketed = (trimmed.startsWith('{') && trimmed.endsWith('}')) ||
                             (trimmed.startsWith('[') && trimmed.endsWith(']'));
    if (!isBracketed)
        return std::nullopt;
    Outline outline = outlineOfJson(bytes);
    if (!outline.failures().isEmpty())
        return std::nullopt;
    return withOutline(ValueForm::Json, std::move(outline));
}

ReadValue readRecord(const KvRow &row)
{
    EntryOutline entry = outlineOfEntry(row.key, row.value);
    ReadValue read = withOutline(ValueForm::Record, std::move(entry.outline));
    read.error = entry.error;
    return read;
}

ReadValue readAuto(const KvRow &row)
{
    if (!row.isWhole()) {
        return {
            isReadable(withoutCutCharacter(row.value)) ? ValueForm::Text : ValueForm::Hex, {}, {}};
    }
    if (hasRecord(row))
        return readRecord(row);
    if (isBareCbor(row))
        return withOutline(ValueForm::Cbor, outlineOfCbor(row.value));
    if (chunkNumber(row)) {
        if (isTreePage(row.value, placeOf(row)))
            return withOutline(ValueForm::SqlitePage, outlineOfSqlitePage(row.value, placeOf(row)));
        return {};
    }
    if (isReadable(row.value)) {
        const std::optional<ReadValue> json = asWholeJson(row.value);
        return json ? *json : ReadValue{ValueForm::Text, {}, {}};
    }
    if (kindOf(row) == KeyKind::SqliteChunk)
        return {};
    const std::optional<ReadValue> cbor = asWholeCbor(row.value);
    return cbor ? *cbor : ReadValue{};
}

} // namespace

QString formTitle(ValueForm form)
{
    switch (form) {
    case ValueForm::Auto:
        return QStringLiteral("Auto");
    case ValueForm::Json:
        return QStringLiteral("JSON");
    case ValueForm::Cbor:
        return QStringLiteral("CBOR");
    case ValueForm::Record:
        return QStringLiteral("BARE record");
    case ValueForm::Text:
        return QStringLiteral("Text");
    case ValueForm::Hex:
        return QStringLiteral("Hex");
    case ValueForm::SqlitePage:
        return QStringLiteral("SQLite page");
    }
    Q_UNREACHABLE();
}

QString formProblem(ValueForm form, const KvRow &row)
{
    const auto notText = [&] {
        const QByteArrayView bytes =
            row.isWhole() ? QByteArrayView(row.value) : withoutCutCharacter(row.value);
        return bytes.isValidUtf8()
                   ? QString()
                   : QStringLiteral("The bytes are not UTF-8, so they are no text.");
    };
    const bool isTree =
        form != ValueForm::Auto && form != ValueForm::Text && form != ValueForm::Hex;
    if (isTree && !row.isWhole())
        return QStringLiteral("Only a part is loaded. Load all to decode.");
    switch (form) {
    case ValueForm::Auto:
    case ValueForm::Hex:
        return {};
    case ValueForm::Text:
        return notText();
    case ValueForm::Json:
        return row.value.isEmpty() ? QStringLiteral("There are no bytes to decode.") : notText();
    case ValueForm::Cbor:
        return row.value.isEmpty() ? QStringLiteral("There are no bytes to decode.") : QString();
    case ValueForm::Record:
        return hasRecord(row) ? QString() : QStringLiteral("No record is kept under such a key.");
    case ValueForm::SqlitePage:
        return chunkNumber(row) || isSqliteFile(row.value)
                   ? QString()
                   : QStringLiteral("This is no page of an SQLite database.");
    }
    Q_UNREACHABLE();
}

ReadValue readValue(ValueForm form, const KvRow &row)
{
    if (!formProblem(form, row).isEmpty())
        form = ValueForm::Auto;
    switch (form) {
    case ValueForm::Auto:
        return readAuto(row);
    case ValueForm::Json:
        return withOutline(form, outlineOfJson(row.value));
    case ValueForm::Cbor:
        return withOutline(form, outlineOfCbor(row.value));
    case ValueForm::Record:
        return readRecord(row);
    case ValueForm::Text:
    case ValueForm::Hex:
        return {form, {}, {}};
    case ValueForm::SqlitePage:
        return withOutline(form, outlineOfSqlitePage(row.value, placeOf(row)));
    }
    Q_UNREACHABLE();
}

} // namespace greenroom
