import { Schema } from "effect"
import { streamEvent } from "../../platform/streamEvent.ts"
import { Text } from "../../platform/Text.ts"
import { Timestamp } from "./Timestamp.ts"
import { FolderPrefix } from "./Selection.ts"

export const restoreActs = ["restore", "undelete", "hide"] as const
export type RestoreAct = (typeof restoreActs)[number]

export const PlannedRestore = Schema.Struct({
  key: Schema.String,
  act: Schema.Literals(restoreActs),
  from: Schema.NullOr(Schema.String),
  written_at: Schema.NullOr(Schema.String),
  size_bytes: Schema.Int
}).annotate({ identifier: "PlannedRestore" })
export type PlannedRestore = typeof PlannedRestore.Type

const restorePreview = {
  prefix: Schema.String,
  at: Schema.String,
  planned_at: Schema.String,
  keys: Schema.Int,
  restore: Schema.Int,
  bytes: Schema.Int,
  undelete: Schema.Int,
  hide: Schema.Int,
  keep: Schema.Int,
  sample: Schema.Array(PlannedRestore),
  plan_hash: Schema.NullOr(Schema.String)
}
export interface RestorePreview extends Schema.Schema.Type<Schema.Struct<typeof restorePreview>> {}

export const RestoreProgress = Schema.Struct(restorePreview).annotate({ identifier: "RestoreProgress" })
export const RestoreResult = Schema.Struct(restorePreview).annotate({ identifier: "RestoreResult" })

export const RestorePreviewEvent = Schema.Union([
  streamEvent("progress", RestoreProgress),
  streamEvent("result", RestoreResult)
])
export type RestorePreviewEvent = typeof RestorePreviewEvent.Type

export const RestoreFolder = Schema.Struct({
  prefix: FolderPrefix,
  at: Timestamp,
  planned_at: Timestamp,
  plan_hash: Text(64)
}).annotate({ identifier: "RestoreFolder" })
export type RestoreFolder = typeof RestoreFolder.Type
