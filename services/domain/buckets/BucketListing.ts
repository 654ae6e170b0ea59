import { Schema } from "effect"
import { FeatureCells } from "./features/FeatureCell.ts"
import { streamEvent } from "../platform/streamEvent.ts"
import { periodQuery, rangeQuery, commaSeparated } from "../platform/Filters.ts"
import { isUnpaged, type OffsetQuery, pageOf, pageWindow, trimmedSearch } from "../platform/Paging.ts"
import { ListingState } from "../platform/ListingState.ts"
import { SearchText } from "../platform/Text.ts"
import { openQuarantines } from "./openQuarantines.ts"
import { bucketColumns, bucketFields, type BucketSortKey } from "./bucketColumns.ts"

export const BucketRow = Schema.Struct(bucketFields).annotate({ identifier: "BucketRow" })
export type BucketRow = typeof BucketRow.Type

export interface StoredBucket extends BucketRow {
  readonly bucket_id?: string | null
  readonly read_tracker?: number | null
  readonly index_shards?: number | null
  readonly unfinished_uploads?: number | null
}

export const unreadBucket = (name: string, knownFields: Partial<BucketRow> = {}): BucketRow => ({
  ...UNKNOWN_ROW,
  ...knownFields,
  name
})

export type BucketStatistics = Omit<StoredBucket, "has_statistics">

export const measuredBucket = (name: string, measured: Partial<BucketStatistics>): BucketStatistics => {
  const { has_statistics: _, ...unread } = unreadBucket(name, measured)
  return unread
}

const UNKNOWN_ROW = Object.fromEntries(
  Object.entries(bucketColumns).map(([name, { unknown }]) => [name, unknown])
) as BucketRow

export { ListingFault, ListingState } from "../platform/ListingState.ts"

export { type BucketSortKey, bucketSortKeys } from "./bucketColumns.ts"

export const ListedBucket = Schema.Struct({ ...bucketFields, features: Schema.optionalKey(FeatureCells) }).annotate({
  identifier: "ListedBucket"
})
export type ListedBucket = typeof ListedBucket.Type

export const BucketPage = Schema.Struct({ ...pageOf(ListedBucket).fields, listing: ListingState }).annotate({
  identifier: "BucketPage"
})
export type BucketPage = typeof BucketPage.Type

export const quotaStates = ["none", "below", "near", "full"] as const
export type QuotaState = (typeof quotaStates)[number]

/** Rows with unknown values match no range. */
export const bucketFilters = {
  name_prefix: Schema.optionalKey(SearchText),
  ...rangeQuery("used_bytes"),
  ...rangeQuery("object_count"),
  ...periodQuery("created"),
  quota: Schema.optionalKey(commaSeparated(quotaStates)),
  versioning: Schema.optionalKey(commaSeparated(["off", "enabled", "suspended"])),
  quarantine: Schema.optionalKey(commaSeparated(["none", ...openQuarantines]))
}
const Filters = Schema.Struct(bucketFilters)
export type BucketFilters = typeof Filters.Type
const filterNames = Object.keys(bucketFilters) as ReadonlyArray<keyof BucketFilters>

export interface BucketQuery extends OffsetQuery<BucketSortKey>, BucketFilters {
  readonly exact?: "true" | "false"
}

export const filterKey = (query: BucketQuery): string =>
  JSON.stringify(filterNames.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]]))).replace(
    "[]",
    ""
  )

export const queryKey = (query: BucketQuery): string => {
  const { page, pageSize } = pageWindow(query)
  const window = isUnpaged(query) ? null : [page, pageSize]
  return JSON.stringify([
    window,
    trimmedSearch(query),
    query.exact === "true",
    query.sort_by ?? "name",
    query.sort_dir ?? "asc",
    filterKey(query)
  ])
}

export const ListingProgress = Schema.Struct({
  stage: Schema.Literals(["names", "statistics"]),
  processed: Schema.Int,
  total: Schema.NullOr(Schema.Int),
  percent: Schema.Int
}).annotate({ identifier: "ListingProgress" })
export type ListingProgress = typeof ListingProgress.Type

export const ListingRows = Schema.Struct({ rows: Schema.Array(BucketRow), listing: ListingState }).annotate({
  identifier: "ListingRows"
})
export const ListingRemoved = Schema.Struct({ names: Schema.Array(Schema.String), listing: ListingState }).annotate({
  identifier: "ListingRemoved"
})
export const ListingChange = Schema.Struct({ listing: ListingState, total: Schema.Int }).annotate({
  identifier: "ListingChange"
})
export const ListingDone = Schema.Struct({ listing: ListingState }).annotate({ identifier: "ListingDone" })

/** `result`: the requested page, sent first, after each refresh and after possibly missed events. */
export const BucketListingEvent = Schema.Union([
  streamEvent("result", BucketPage),
  streamEvent("progress", ListingProgress),
  streamEvent("rows", ListingRows),
  streamEvent("removed", ListingRemoved),
  streamEvent("state", ListingChange),
  streamEvent("done", ListingDone)
])
export type BucketListingEvent = typeof BucketListingEvent.Type
