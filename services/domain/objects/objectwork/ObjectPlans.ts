import { Schema } from "effect"
import { CopyLoss } from "../CopyProperties.ts"
import { streamEvent } from "../../platform/streamEvent.ts"

const versionings = ["off", "enabled", "suspended"] as const
/** What a bucket does with what is written over or deleted; null: the credentials may not see it. */
const Versioning = Schema.NullOr(Schema.Literals(versionings))

export const copyActs = ["write", "replace", "beside", "skip", "missing", "impossible"] as const
/**
 * What would become of an object: it gets a name that is free, takes the place of what is there, gets a name beside it, or stays as it is;
 * `missing`: it is not there any more, `impossible`: no gateway takes such a name.
 */
export type CopyAct = typeof copyActs[number]

export const PlannedCopy = Schema.Struct({
  key: Schema.String, version_id: Schema.NullOr(Schema.String), act: Schema.Literals(copyActs),
  /** The key at the target; null where it gets none. */
  to: Schema.NullOr(Schema.String),
  size_bytes: Schema.Int
}).annotate({ identifier: "PlannedCopy" })
export type PlannedCopy = typeof PlannedCopy.Type

const copyPlan = {
  /** What is as it was by then is what a run with this `planned_at` does: whatever is written later is left alone. */
  planned_at: Schema.String,
  /** What was chosen, and is there. */
  objects: Schema.Int,
  bytes: Schema.Int,
  /** What would be written, under whatever name. */
  writes: Schema.Int,
  write_bytes: Schema.Int,
  /** Names that are taken at the target, and those of them that hold the same bytes already. */
  existing: Schema.Int,
  same: Schema.Int,
  replace: Schema.Int,
  beside: Schema.Int,
  skip: Schema.Int,
  missing: Schema.Int,
  impossible: Schema.Int,
  /** Properties that the target cannot take over, or may refuse, and how many objects have them: such an object is copied only with its loss in `accept_losses`. */
  losses: Schema.Array(Schema.Struct({ property: CopyLoss, objects: Schema.Int })),
  /** Objects with a key of their owner (SSE-C), which are not copied. */
  customer_keys: Schema.Int,
  /** Objects whose properties were read: the first ones that would be written. */
  properties_checked: Schema.Int,
  /** The first of each sort. */
  sample: Schema.Array(PlannedCopy),
  /** The gateway copies by itself, where the keys of the target may read the source; else the bytes come through the service. */
  same_gateway: Schema.Boolean,
  /** Of the target: only where it is `enabled`, what is replaced stays as an earlier version. */
  versioning: Versioning
}
/** What copying or moving a selection would do, as far as it was looked at. */
export interface CopyPlan extends Schema.Schema.Type<Schema.Struct<typeof copyPlan>> {}

export const CopyPlanProgress = Schema.Struct(copyPlan).annotate({ identifier: "CopyPlanProgress" })
export const CopyPlanResult = Schema.Struct(copyPlan).annotate({ identifier: "CopyPlanResult" })
export const CopyPlanEvent = Schema.Union([streamEvent("progress", CopyPlanProgress), streamEvent("result", CopyPlanResult)])
export type CopyPlanEvent = typeof CopyPlanEvent.Type

export const deletionActs = ["hide", "delete", "locked", "missing"] as const
/** What would become of an entry: it goes under a delete marker, goes for good, or is kept by a lock; `missing`: it is not there any more. */
export type DeletionAct = typeof deletionActs[number]

export const PlannedDeletion = Schema.Struct({
  key: Schema.String, version_id: Schema.NullOr(Schema.String), act: Schema.Literals(deletionActs), is_delete_marker: Schema.Boolean, size_bytes: Schema.Int,
  /** Of what is locked: by what. */
  reason: Schema.NullOr(Schema.String)
}).annotate({ identifier: "PlannedDeletion" })
export type PlannedDeletion = typeof PlannedDeletion.Type

const deletionPlan = {
  /** As of a plan for copies. */
  planned_at: Schema.String,
  /** Current objects, earlier versions and delete markers that were chosen, locked ones too. */
  objects: Schema.Int,
  versions: Schema.Int,
  markers: Schema.Int,
  bytes: Schema.Int,
  /** What a lock keeps, of as many versions as were asked for their locks: the first ones. */
  locked: Schema.Int,
  locks_looked_at: Schema.Int,
  missing: Schema.Int,
  /** The first of each sort. */
  sample: Schema.Array(PlannedDeletion),
  /** Only where it is `enabled`, current objects stay under delete markers. */
  versioning: Versioning,
  /** Null: it cannot be seen. */
  object_lock: Schema.NullOr(Schema.Boolean)
}
/** What deleting a selection would do, as far as it was looked at. */
export interface DeletionPlan extends Schema.Schema.Type<Schema.Struct<typeof deletionPlan>> {}

export const DeletionPlanProgress = Schema.Struct(deletionPlan).annotate({ identifier: "DeletionPlanProgress" })
export const DeletionPlanResult = Schema.Struct(deletionPlan).annotate({ identifier: "DeletionPlanResult" })
export const DeletionPlanEvent = Schema.Union([streamEvent("progress", DeletionPlanProgress), streamEvent("result", DeletionPlanResult)])
export type DeletionPlanEvent = typeof DeletionPlanEvent.Type
