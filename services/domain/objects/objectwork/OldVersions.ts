import { Schema } from "effect"
import { streamEvent } from "../../platform/streamEvent.ts"
import { Moment } from "./Moment.ts"
import { FolderPrefix } from "./Selection.ts"

const Many = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 }))

/** Which old versions go. Where both numbers are given, both have to hold; without either, only orphan markers go. */
export const oldVersionFields = {
  /** So many of the newest that are not current stay. */
  keep_newest: Schema.optionalKey(Many),
  /** Not current for more than so many days. */
  older_than_days: Schema.optionalKey(Many)
}

/** A version that would go. */
export const DoomedVersion = Schema.Struct({
  key: Schema.String, version_id: Schema.String, is_delete_marker: Schema.Boolean, size_bytes: Schema.Int, written_at: Schema.String,
  /** Why it will stay all the same, where that was looked at; else null. */
  locked: Schema.NullOr(Schema.String)
}).annotate({ identifier: "DoomedVersion" })
export type DoomedVersion = typeof DoomedVersion.Type

const cleaningPreview = {
  prefix: Schema.String,
  /** What was there by then is what counts. */
  planned_at: Schema.String,
  keys: Schema.Int,
  versions: Schema.Int,
  bytes: Schema.Int,
  markers: Schema.Int,
  /** Keys of which something goes. */
  touched: Schema.Int,
  /** The first of what goes. */
  sample: Schema.Array(DoomedVersion),
  /** The bucket locks versions: what is locked stays, and is named in the report. Null: it cannot be seen. */
  object_lock: Schema.NullOr(Schema.Boolean)
}
/** What of a folder would go, as far as it was looked at. */
export interface CleaningPreview extends Schema.Schema.Type<Schema.Struct<typeof cleaningPreview>> {}

/** What was looked at up to now. */
export const CleaningProgress = Schema.Struct(cleaningPreview).annotate({ identifier: "CleaningProgress" })
/** Everything was looked at. */
export const CleaningResult = Schema.Struct(cleaningPreview).annotate({ identifier: "CleaningResult" })

export const CleaningPreviewEvent = Schema.Union([streamEvent("progress", CleaningProgress), streamEvent("result", CleaningResult)])
export type CleaningPreviewEvent = typeof CleaningPreviewEvent.Type

export const CleanFolder = Schema.Struct({
  prefix: FolderPrefix, ...oldVersionFields, orphan_markers: Schema.Boolean, planned_at: Moment
}).annotate({ identifier: "CleanFolder" })
export type CleanFolder = typeof CleanFolder.Type
