import { Schema } from "effect"
import { streamEvent } from "../platform/streamEvent.ts"

/** What a search found: an object, or a folder that some keys are below. */
export const FoundEntry = Schema.Struct({
  /** A folder and an object with content may have one key, which ends in `/`. */
  key: Schema.String,
  kind: Schema.Literals(["object", "folder"]),
  /** Null of a folder, as what follows. */
  size_bytes: Schema.NullOr(Schema.Int),
  storage_class: Schema.NullOr(Schema.String),
  modified_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "FoundEntry" })
export type FoundEntry = typeof FoundEntry.Type

/** What one page of the bucket gave. */
export const FoundEntries = Schema.Struct({ items: Schema.Array(FoundEntry) }).annotate({ identifier: "FoundEntries" })

/** How far a search is. */
export const SearchProgress = Schema.Struct({
  /** Objects that were looked at. */
  looked: Schema.Int,
  found: Schema.Int,
  /** The last key that was looked at; null before the first. */
  last_key: Schema.NullOr(Schema.String)
}).annotate({ identifier: "SearchProgress" })
export type SearchProgress = typeof SearchProgress.Type

/** How a search ended. */
export const SearchResult = Schema.Struct({
  looked: Schema.Int,
  found: Schema.Int,
  last_key: Schema.NullOr(Schema.String),
  /** Everything there was looked at; else it ended at its limit, and goes on behind `last_key`. */
  complete: Schema.Boolean
}).annotate({ identifier: "SearchResult" })
export type SearchResult = typeof SearchResult.Type

export const SearchEvent = Schema.Union([streamEvent("found", FoundEntries), streamEvent("progress", SearchProgress), streamEvent("result", SearchResult)])
export type SearchEvent = typeof SearchEvent.Type

/** Entries that one search may find, and that it finds unless it is told otherwise. */
export const searchLimit = { most: 10_000, usual: 1_000 } as const

/** What is searched for. */
export interface SearchWanted {
  readonly prefix: string
  /** "": any name. */
  readonly text: string
  /** The whole name is the text, instead of holding it. */
  readonly exact: boolean
  readonly caseSensitive: boolean
  /** Folders are looked into. */
  readonly recursive: boolean
  readonly kind: "object" | "folder" | null
  readonly storageClass: string | null
  /** Bytes; both ends belong to it. */
  readonly minSize: number | null
  readonly maxSize: number | null
  /** Milliseconds; from `after`, and before `before`. */
  readonly modifiedAfter: number | null
  readonly modifiedBefore: number | null
  readonly startAfter: string
  readonly limit: number
}
