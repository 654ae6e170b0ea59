import { Schema } from "effect"
import { streamEvent } from "../../platform/streamEvent.ts"
import { Timestamp } from "./Timestamp.ts"
import { FolderPrefix } from "./Selection.ts"

const Many = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 }))

export const oldVersionFields = {
  keep_newest: Schema.optionalKey(Many),
  older_than_days: Schema.optionalKey(Many)
}

export const DeletionTarget = Schema.Struct({
  key: Schema.String,
  version_id: Schema.String,
  is_delete_marker: Schema.Boolean,
  size_bytes: Schema.Int,
  written_at: Schema.String,
  locked: Schema.NullOr(Schema.String)
}).annotate({ identifier: "VersionToDelete" })
export type DeletionTarget = typeof DeletionTarget.Type

const cleaningPreview = {
  prefix: Schema.String,
  planned_at: Schema.String,
  keys: Schema.Int,
  versions: Schema.Int,
  bytes: Schema.Int,
  markers: Schema.Int,
  touched: Schema.Int,
  sample: Schema.Array(DeletionTarget),
  object_lock: Schema.NullOr(Schema.Boolean)
}
export interface CleaningPreview extends Schema.Schema.Type<Schema.Struct<typeof cleaningPreview>> {}

export const CleaningProgress = Schema.Struct(cleaningPreview).annotate({ identifier: "CleaningProgress" })
export const CleaningResult = Schema.Struct(cleaningPreview).annotate({ identifier: "CleaningResult" })

export const CleaningPreviewEvent = Schema.Union([
  streamEvent("progress", CleaningProgress),
  streamEvent("result", CleaningResult)
])
export type CleaningPreviewEvent = typeof CleaningPreviewEvent.Type

export const CleanFolder = Schema.Struct({
  prefix: FolderPrefix,
  ...oldVersionFields,
  orphan_markers: Schema.Boolean,
  planned_at: Timestamp
}).annotate({ identifier: "CleanFolder" })
export type CleanFolder = typeof CleanFolder.Type
