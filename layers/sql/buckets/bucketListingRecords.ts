import { Schema } from "effect"
import {
  ListingFault,
  type ListingProgress,
  type ListingState,
  ListingState as State
} from "#domain/buckets/BucketListing.ts"
import { percentOf } from "#domain/usage/Usage.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

export const versionReader = makeRowReader("bucket_listings", Schema.Struct({ version: Schema.Int }))

export const ListingRecord = Schema.Struct({
  state: State.fields.state,
  version: Schema.Int,
  processed: Schema.Int,
  total: Schema.NullOr(Schema.Int),
  refreshing: Schema.Boolean,
  refreshed_at: Schema.NullOr(Schema.String),
  failed_at: Schema.NullOr(Schema.String),
  last_error: Schema.NullOr(ListingFault),
  completed_version: Schema.Int,
  forgotten_version: Schema.Int
})

export type ListingRecord = typeof ListingRecord.Type

export const listingColumns = `state, version, processed, total, last_error, completed_version, forgotten_version,
  (lease_until is not null and lease_until > now()) as refreshing,
  ${isoText("refreshed_at")} as refreshed_at, ${isoText("failed_at")} as failed_at`

export const listingReader = makeRowReader("bucket_listings", ListingRecord)

export const keyedListingReader = makeRowReader(
  "bucket_listings",
  Schema.Struct({ ...ListingRecord.fields, key: Schema.String })
)

export const noListing: ListingRecord = {
  state: "empty",
  version: 0,
  processed: 0,
  total: null,
  refreshing: false,
  refreshed_at: null,
  failed_at: null,
  last_error: null,
  completed_version: 0,
  forgotten_version: 0
}

export const stateOf = ({
  failed_at,
  last_error,
  refreshed_at,
  refreshing,
  state,
  version
}: ListingRecord): ListingState => ({
  state,
  refreshing,
  stale: last_error !== null,
  refreshed_at,
  last_error,
  failed_at,
  version
})

export const progressOf = ({ processed, total }: ListingRecord): ListingProgress => ({
  stage: total === null ? "names" : "statistics",
  processed,
  total,
  percent: percentOf(processed, total)
})
