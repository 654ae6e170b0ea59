import { Layer } from "effect"
import { StorageProbes } from "#services/iam/portal/StorageProbes.ts"
import { StorageStatuses } from "#services/iam/portal/StorageStatuses.ts"
import * as StorageProbeRecordsSql from "../sql/iam/StorageProbeRecordsSql.ts"

export const StorageStatus = Layer.merge(StorageProbes.layer, StorageStatuses.layer).pipe(
  Layer.provide(StorageProbeRecordsSql.layer)
)
