import { Schema } from "effect"
import { streamEvent } from "../platform/streamEvent.ts"

/** What is counted of a set of objects. The hidden is counted only where versions are looked at; else it is 0. */
const sums = {
  /** Current objects, and their bytes. */
  objects: Schema.Int,
  bytes: Schema.Int,
  /** Versions that are not current, and their bytes. */
  hidden_versions: Schema.Int,
  hidden_bytes: Schema.Int,
  delete_markers: Schema.Int
}
export interface Sums extends Schema.Schema.Type<Schema.Struct<typeof sums>> {}

/** A folder directly below the one that is measured, with all below it; or an object directly in it. */
export const FolderChild = Schema.Struct({ key: Schema.String, kind: Schema.Literals(["folder", "object"]), ...sums }).annotate({ identifier: "FolderChild" })
export type FolderChild = typeof FolderChild.Type

/** Children that are too small to be named, together. */
export const FolderRest = Schema.Struct({ children: Schema.Int, ...sums }).annotate({ identifier: "FolderRest" })

/** Children that are named, the largest first; the others are summed. */
export const namedChildren = 100

/** Upper bounds of ages in days; what is older, or has no time, stands behind them. */
export const ageDays = [1, 7, 30, 90, 365] as const

const counted = { objects: Schema.Int, bytes: Schema.Int }

const folderSize = {
  prefix: Schema.String,
  ...sums,
  children: Schema.Array(FolderChild),
  rest: FolderRest,
  /** Of current objects, the largest first. */
  storage_classes: Schema.Array(Schema.Struct({ storage_class: Schema.String, ...counted })),
  /** Of current objects, younger than so many days when the reading began and not in a class before; null: older, or of unknown age. */
  ages: Schema.Array(Schema.Struct({ days: Schema.NullOr(Schema.Int), ...counted })),
  /** The last key that was read; null before the first. */
  last_key: Schema.NullOr(Schema.String)
}
/** How much is below a folder. The sums are exact for what was read. */
export interface FolderSize extends Schema.Schema.Type<Schema.Struct<typeof folderSize>> {}

/** What was read up to now. */
export const FolderSizeProgress = Schema.Struct(folderSize).annotate({ identifier: "FolderSizeProgress" })
/** Everything was read. */
export const FolderSizeResult = Schema.Struct(folderSize).annotate({ identifier: "FolderSizeResult" })

export const FolderSizeEvent = Schema.Union([streamEvent("progress", FolderSizeProgress), streamEvent("result", FolderSizeResult)])
export type FolderSizeEvent = typeof FolderSizeEvent.Type
