import { Schema } from "effect"

/** Why the last refresh failed: our words, never the gateway's. */
export const ListingFault = Schema.Struct({ code: Schema.String, detail: Schema.String }).annotate({ identifier: "ListingFault" })
export type ListingFault = typeof ListingFault.Type

/** How current a listing is. */
export const ListingState = Schema.Struct({
  /** `empty`: never read; `partial`: its first refresh has not ended; `complete`: one has. */
  state: Schema.Literals(["empty", "partial", "complete"]),
  refreshing: Schema.Boolean,
  /** The rows are the last known ones: the gateway could not be read since. */
  stale: Schema.Boolean,
  refreshed_at: Schema.NullOr(Schema.String),
  last_error: Schema.NullOr(ListingFault),
  failed_at: Schema.NullOr(Schema.String),
  /** Grows with every change; what announcements name. */
  version: Schema.Int
}).annotate({ identifier: "ListingState" })
export type ListingState = typeof ListingState.Type

/** How complete a listing is that other views are made of: `last_error` says why the names of buckets could not be read. */
export const ListingCompleteness = Schema.Struct({
  state: ListingState.fields.state, stale: ListingState.fields.stale, refreshed_at: ListingState.fields.refreshed_at, last_error: ListingState.fields.last_error
}).annotate({ identifier: "ListingCompleteness" })
export type ListingCompleteness = typeof ListingCompleteness.Type

export const completenessOf = ({ last_error, refreshed_at, stale, state }: ListingState): ListingCompleteness => ({ state, stale, refreshed_at, last_error })
