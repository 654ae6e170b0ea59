import type { BucketRow, ListingFault, ListingProgress, ListingState } from "#domain/buckets/BucketListing.ts"
import { percentOf } from "#domain/usage/Usage.ts"

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

/** What is selected of `bucket_listing_rows`: sizes as numbers, which hold 2^53 bytes exactly. */
export const rowColumns = `name, tenant, owner, created_at, used_bytes::float8 as used_bytes, object_count::float8 as object_count,
  quota_max_size_bytes::float8 as quota_max_size_bytes, quota_max_objects::float8 as quota_max_objects,
  versioning, object_lock, has_statistics`

/** The fields of a row that are written. */
export const columnNames =
  "name, tenant, owner, created_at, used_bytes, object_count, quota_max_size_bytes, quota_max_objects, versioning, object_lock, has_statistics"

/** The same with their types, for a chunk of rows that is sent as JSON. */
export const recordColumns = `name text, tenant text, owner text, created_at timestamptz, used_bytes bigint, object_count bigint,
  quota_max_size_bytes bigint, quota_max_objects bigint, versioning text, object_lock boolean, has_statistics boolean`

const measured = ["tenant", "used_bytes", "object_count", "quota_max_size_bytes", "quota_max_objects", "versioning", "object_lock"]

/** A row without statistics takes nothing away from one that has them; one with statistics replaces them all. */
export const mergedColumns = [
  "owner = coalesce(excluded.owner, r.owner)",
  "created_at = coalesce(excluded.created_at, r.created_at)",
  ...measured.map((column) => `${column} = case when excluded.has_statistics then excluded.${column} else r.${column} end`),
  "has_statistics = excluded.has_statistics or r.has_statistics",
  "generation = excluded.generation",
  "version = excluded.version"
].join(", ")
