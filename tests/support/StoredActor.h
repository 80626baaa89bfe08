#pragma once

#include "ActorId.h"
#include "KvEntry.h"
#include "PersistedActor.h"
#include "StorageFolder.h"

/// Puts a sleeping actor into @p folder, with what it keeps under key 01 and @p others.
greenroom::ActorId storeActor(const StorageFolder &folder, const QString &name,
                              const QStringList &key, const greenroom::PersistedActor &persisted,
                              const greenroom::KvEntries &others = {});

/// Sets its alarm's file.
void storeAlarm(const StorageFolder &folder, const greenroom::ActorId &id, qint64 ms);
