import { Schema } from "effect"
import { streamEvent } from "../platform/streamEvent.ts"

export const FoundEntry = Schema.Struct({
  /** A folder and an object may have the same key ending in `/`. */
  key: Schema.String,
  kind: Schema.Literals(["object", "folder"]),
  size_bytes: Schema.NullOr(Schema.Int),
  storage_class: Schema.NullOr(Schema.String),
  modified_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "FoundEntry" })
export type FoundEntry = typeof FoundEntry.Type

export const FoundEntries = Schema.Struct({ items: Schema.Array(FoundEntry) }).annotate({ identifier: "FoundEntries" })

export const SearchProgress = Schema.Struct({
  looked: Schema.Int,
  found: Schema.Int,
  last_key: Schema.NullOr(Schema.String)
}).annotate({ identifier: "SearchProgress" })
export type SearchProgress = typeof SearchProgress.Type

export const SearchResult = Schema.Struct({
  looked: Schema.Int,
  found: Schema.Int,
  last_key: Schema.NullOr(Schema.String),
  complete: Schema.Boolean
}).annotate({ identifier: "SearchResult" })
export type SearchResult = typeof SearchResult.Type

export const SearchEvent = Schema.Union([
  streamEvent("found", FoundEntries),
  streamEvent("progress", SearchProgress),
  streamEvent("result", SearchResult)
])
export type SearchEvent = typeof SearchEvent.Type

export const searchLimit = { most: 10_000, usual: 1_000 } as const

export interface SearchRequest {
  readonly prefix: string
  readonly text: string
  readonly exact: boolean
  readonly caseSensitive: boolean
  readonly recursive: boolean
  readonly kind: "object" | "folder" | null
  readonly storageClass: string | null
  readonly minSize: number | null
  readonly maxSize: number | null
  /** Milliseconds; `after` inclusive, `before` exclusive. */
  readonly modifiedAfter: number | null
  readonly modifiedBefore: number | null
  readonly startAfter: string
  readonly limit: number
}
