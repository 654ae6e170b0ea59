import { Schema } from "effect"
import { streamEvent } from "../../platform/streamEvent.ts"
import { Text } from "../../platform/Text.ts"
import { Moment } from "./Moment.ts"
import { FolderPrefix } from "./Selection.ts"

export const restoreActs = ["restore", "undelete", "hide"] as const
export type RestoreAct = typeof restoreActs[number]

/** Planned action on one key. `from`: the version that is laid on top. */
export const PlannedRestore = Schema.Struct({
  key: Schema.String, act: Schema.Literals(restoreActs), from: Schema.NullOr(Schema.String), written_at: Schema.NullOr(Schema.String), size_bytes: Schema.Int
}).annotate({ identifier: "PlannedRestore" })
export type PlannedRestore = typeof PlannedRestore.Type

const restorePreview = {
  prefix: Schema.String,
  at: Schema.String,
  /** What was there by then is what counts: whatever is written later is left alone. */
  planned_at: Schema.String,
  keys: Schema.Int,
  /** Versions that are laid on top, and their bytes. */
  restore: Schema.Int,
  bytes: Schema.Int,
  /** Deleted objects that are laid over their delete markers again. */
  undelete: Schema.Int,
  /** Delete markers come. */
  hide: Schema.Int,
  keep: Schema.Int,
  /** The first of each sort. */
  sample: Schema.Array(PlannedRestore),
  /** Stands for all that was decided; null before the end. */
  plan_hash: Schema.NullOr(Schema.String)
}
/** What would happen to a folder, as far as it was looked at. */
export interface RestorePreview extends Schema.Schema.Type<Schema.Struct<typeof restorePreview>> {}

/** What was looked at up to now. */
export const RestoreProgress = Schema.Struct(restorePreview).annotate({ identifier: "RestoreProgress" })
/** Everything was looked at. */
export const RestoreResult = Schema.Struct(restorePreview).annotate({ identifier: "RestoreResult" })

export const RestorePreviewEvent = Schema.Union([streamEvent("progress", RestoreProgress), streamEvent("result", RestoreResult)])
export type RestorePreviewEvent = typeof RestorePreviewEvent.Type

/** `planned_at` and `plan_hash` are those of the preview: what has changed since is not touched. */
export const RestoreFolder = Schema.Struct({ prefix: FolderPrefix, at: Moment, planned_at: Moment, plan_hash: Text(64) }).annotate({ identifier: "RestoreFolder" })
export type RestoreFolder = typeof RestoreFolder.Type
