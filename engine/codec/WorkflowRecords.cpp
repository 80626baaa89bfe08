#include "WorkflowRecords.h"

#include <algorithm>

namespace greenroom {

namespace {

constexpr const char *EntryStatus[] = {"pending", "running", "completed", "failed", "exhausted"};
constexpr const char *SleepState[] = {"pending", "completed", "interrupted"};
constexpr const char *BranchStatus[] = {"pending", "running", "completed", "failed", "cancelled"};
constexpr const char *EntryKind[] = {"step", "loop", "sleep",  "message", "rollback_checkpoint",
                                     "join", "race", "removed"};
constexpr const char *SegmentKind[] = {"name", "loop"};
constexpr const char *WorkflowState[] = {"pending",   "running",   "sleeping",    "failed",
                                         "completed", "cancelled", "rolling_back"};

void readOptionalText(BareReader &in, const char *field)
{
    in.optional(field, [&] { return in.string(field); });
}

void readOptionalCbor(BareReader &in, const char *field)
{
    in.optional(field, [&] { return in.cbor(field); });
}

void readBranches(BareReader &in)
{
    in.map("branches", "name", [&] {
        in.choice("status", BranchStatus);
        readOptionalCbor(in, "output");
        readOptionalText(in, "error");
    });
}

void readKind(BareReader &in)
{
    switch (in.choice("type", EntryKind)) {
    case 0: // step
        readOptionalCbor(in, "output");
        readOptionalText(in, "error");
        break;
    case 1: // loop
        in.cbor("state");
        in.u32("iteration");
        readOptionalCbor(in, "output");
        break;
    case 2: // sleep
        in.time("deadline");
        in.choice("state", SleepState);
        break;
    case 3: // message
        in.string("name");
        in.cbor("messageData");
        break;
    case 4: // rollback checkpoint
        in.string("name");
        break;
    case 5: // join
        readBranches(in);
        break;
    case 6: // race
        readOptionalText(in, "winner");
        readBranches(in);
        break;
    case 7: // removed
        in.string("originalType");
        readOptionalText(in, "originalName");
        break;
    }
}

} // namespace

void readWorkflowEntry(BareReader &in)
{
    in.string("id");
    in.list("location", [&] {
        in.group(nullptr, [&] {
            if (in.choice("segment", SegmentKind) == 0) {
                in.u32("name");
            } else {
                in.u32("loop");
                in.u32("iteration");
            }
        });
    });
    in.group("kind", [&] { readKind(in); });
}

void readWorkflowMetadata(BareReader &in)
{
    in.choice("status", EntryStatus);
    readOptionalText(in, "error");
    in.u32("attempts");
    in.time("lastAttemptAt");
    in.time("createdAt");
    in.optional("completedAt", [&] { return in.time("completedAt"); });
    in.optional("rollbackCompletedAt", [&] { return in.time("rollbackCompletedAt"); });
    readOptionalText(in, "rollbackError");
}

bool isWorkflowState(QByteArrayView word)
{
    return std::any_of(std::begin(WorkflowState), std::end(WorkflowState),
                       [word](const char *state) { return word == QByteArrayView(state); });
}

} // namespace greenroom
