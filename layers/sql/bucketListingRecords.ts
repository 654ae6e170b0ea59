import type { BucketRow, ListingFault, ListingProgress, ListingState } from "#domain/BucketListing.ts"
import { percentOf } from "#domain/Usage.ts"

/** `bucket_listings` as selected. */
export interface ListingRecord {
  readonly state: ListingState["state"]
  readonly version: number
  readonly generation: number
  readonly processed: number
  readonly total: number | null
  readonly refreshing: boolean
  readonly refreshed_at: Date | null
  readonly failed_at: Date | null
  readonly last_error: ListingFault | null
}

/** A listing that nobody read yet. */
export const noListing: ListingRecord = {
  state: "empty", version: 0, generation: 0, processed: 0, total: null, refreshing: false,
  refreshed_at: null, failed_at: null, last_error: null
}

export const stateOf = (record: ListingRecord): ListingState => ({
  state: record.state,
  refreshing: record.refreshing,
  stale: record.last_error !== null,
  refreshed_at: record.refreshed_at?.toISOString() ?? null,
  last_error: record.last_error,
  failed_at: record.failed_at?.toISOString() ?? null,
  version: record.version
})

export const progressOf = ({ processed, total }: ListingRecord): ListingProgress => ({
  stage: total === null ? "names" : "statistics", processed, total, percent: percentOf(processed, total)
})

/** `bucket_listing_rows` as selected. */
export type RowRecord = Omit<BucketRow, "created_at"> & { readonly created_at: Date | null }

export const toRow = (record: RowRecord): BucketRow => ({ ...record, created_at: record.created_at?.toISOString() ?? null })
