import { Schema } from "effect"

/** In our words: gateway texts may hold secrets. */
export const ListingFault = Schema.Struct({ code: Schema.String, detail: Schema.String }).annotate({
  identifier: "ListingFault"
})
export type ListingFault = typeof ListingFault.Type

export const ListingState = Schema.Struct({
  /** `empty`: never read; `partial`: the first refresh has not finished; `complete`: one has. */
  state: Schema.Literals(["empty", "partial", "complete"]),
  refreshing: Schema.Boolean,
  stale: Schema.Boolean,
  refreshed_at: Schema.NullOr(Schema.String),
  last_error: Schema.NullOr(ListingFault),
  failed_at: Schema.NullOr(Schema.String),
  version: Schema.Int
}).annotate({ identifier: "ListingState" })
export type ListingState = typeof ListingState.Type

export const ListingCompleteness = Schema.Struct({
  state: ListingState.fields.state,
  stale: ListingState.fields.stale,
  refreshed_at: ListingState.fields.refreshed_at,
  last_error: ListingState.fields.last_error
}).annotate({ identifier: "ListingCompleteness" })
export type ListingCompleteness = typeof ListingCompleteness.Type

export const completenessOf = ({ last_error, refreshed_at, stale, state }: ListingState): ListingCompleteness => ({
  state,
  stale,
  refreshed_at,
  last_error
})

/** The listing must be whole, and read after `since` without a fault. */
export const provesAbsence = (
  { last_error, refreshed_at, stale, state }: ListingCompleteness,
  since: string
): boolean =>
  state === "complete" &&
  !stale &&
  last_error === null &&
  refreshed_at !== null &&
  Date.parse(refreshed_at) > Date.parse(since)
