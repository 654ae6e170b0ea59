import { Schema } from "effect"
import { CopyLoss } from "../CopyProperties.ts"
import { streamEvent } from "../../platform/streamEvent.ts"

const versionings = ["off", "enabled", "suspended"] as const
const Versioning = Schema.NullOr(Schema.Literals(versionings))

export const copyActs = ["write", "replace", "beside", "skip", "missing", "impossible"] as const
export type CopyAct = (typeof copyActs)[number]

export const PlannedCopy = Schema.Struct({
  key: Schema.String,
  version_id: Schema.NullOr(Schema.String),
  act: Schema.Literals(copyActs),
  to: Schema.NullOr(Schema.String),
  size_bytes: Schema.Int
}).annotate({ identifier: "PlannedCopy" })
export type PlannedCopy = typeof PlannedCopy.Type

const copyPlan = {
  planned_at: Schema.String,
  objects: Schema.Int,
  bytes: Schema.Int,
  writes: Schema.Int,
  write_bytes: Schema.Int,
  existing: Schema.Int,
  same: Schema.Int,
  replace: Schema.Int,
  beside: Schema.Int,
  skip: Schema.Int,
  missing: Schema.Int,
  impossible: Schema.Int,
  losses: Schema.Array(Schema.Struct({ property: CopyLoss, objects: Schema.Int })),
  customer_keys: Schema.Int,
  properties_checked: Schema.Int,
  sample: Schema.Array(PlannedCopy),
  /** The gateway copies by itself if the target's key may read the source. */
  same_gateway: Schema.Boolean,
  versioning: Versioning
}
export interface CopyPlan extends Schema.Schema.Type<Schema.Struct<typeof copyPlan>> {}

export const CopyPlanProgress = Schema.Struct(copyPlan).annotate({ identifier: "CopyPlanProgress" })
export const CopyPlanResult = Schema.Struct(copyPlan).annotate({ identifier: "CopyPlanResult" })
export const CopyPlanEvent = Schema.Union([
  streamEvent("progress", CopyPlanProgress),
  streamEvent("result", CopyPlanResult)
])
export type CopyPlanEvent = typeof CopyPlanEvent.Type

export const deletionActs = ["hide", "delete", "locked", "missing"] as const
export type DeletionAct = (typeof deletionActs)[number]

export const PlannedDeletion = Schema.Struct({
  key: Schema.String,
  version_id: Schema.NullOr(Schema.String),
  act: Schema.Literals(deletionActs),
  is_delete_marker: Schema.Boolean,
  size_bytes: Schema.Int,
  reason: Schema.NullOr(Schema.String)
}).annotate({ identifier: "PlannedDeletion" })
export type PlannedDeletion = typeof PlannedDeletion.Type

const deletionPlan = {
  planned_at: Schema.String,
  objects: Schema.Int,
  versions: Schema.Int,
  markers: Schema.Int,
  bytes: Schema.Int,
  locked: Schema.Int,
  locks_looked_at: Schema.Int,
  missing: Schema.Int,
  sample: Schema.Array(PlannedDeletion),
  versioning: Versioning,
  object_lock: Schema.NullOr(Schema.Boolean)
}
export interface DeletionPlan extends Schema.Schema.Type<Schema.Struct<typeof deletionPlan>> {}

export const DeletionPlanProgress = Schema.Struct(deletionPlan).annotate({ identifier: "DeletionPlanProgress" })
export const DeletionPlanResult = Schema.Struct(deletionPlan).annotate({ identifier: "DeletionPlanResult" })
export const DeletionPlanEvent = Schema.Union([
  streamEvent("progress", DeletionPlanProgress),
  streamEvent("result", DeletionPlanResult)
])
export type DeletionPlanEvent = typeof DeletionPlanEvent.Type
