import { Schema } from "effect"
import { streamEvent } from "../platform/streamEvent.ts"

/** Hidden versions are 0 unless versions are listed. */
const sums = {
  objects: Schema.Int,
  bytes: Schema.Int,
  hidden_versions: Schema.Int,
  hidden_bytes: Schema.Int,
  delete_markers: Schema.Int
}
export interface Sums extends Schema.Schema.Type<Schema.Struct<typeof sums>> {}

export const FolderChild = Schema.Struct({
  key: Schema.String,
  kind: Schema.Literals(["folder", "object"]),
  ...sums
}).annotate({ identifier: "FolderChild" })
export type FolderChild = typeof FolderChild.Type

export const RemainingFolders = Schema.Struct({ children: Schema.Int, ...sums }).annotate({ identifier: "FolderRest" })

export const MAX_CHILDREN_IN_REPORT = 100

export const ageDays = [1, 7, 30, 90, 365] as const

const counted = { objects: Schema.Int, bytes: Schema.Int }

const folderSize = {
  prefix: Schema.String,
  ...sums,
  children: Schema.Array(FolderChild),
  rest: RemainingFolders,
  storage_classes: Schema.Array(Schema.Struct({ storage_class: Schema.String, ...counted })),
  ages: Schema.Array(Schema.Struct({ days: Schema.NullOr(Schema.Int), ...counted })),
  last_key: Schema.NullOr(Schema.String)
}
export interface FolderSize extends Schema.Schema.Type<Schema.Struct<typeof folderSize>> {}

export const FolderSizeProgress = Schema.Struct(folderSize).annotate({ identifier: "FolderSizeProgress" })
export const FolderSizeResult = Schema.Struct(folderSize).annotate({ identifier: "FolderSizeResult" })

export const FolderSizeEvent = Schema.Union([
  streamEvent("progress", FolderSizeProgress),
  streamEvent("result", FolderSizeResult)
])
export type FolderSizeEvent = typeof FolderSizeEvent.Type
