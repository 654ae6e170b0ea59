import { Schema } from "effect"
import { FeatureCells } from "./features/FeatureCell.ts"
import { streamEvent } from "../platform/streamEvent.ts"
import { periodQuery, rangeQuery, someOf } from "../platform/Filters.ts"
import { asksForAll, type OffsetQuery, pageOf, pageWindow, searchOf } from "../platform/Paging.ts"
import { ListingState } from "../platform/ListingState.ts"
import { SearchText } from "../platform/Text.ts"
import { openQuarantines } from "./openQuarantines.ts"
import { bucketColumns, bucketFields, type BucketSortKey } from "./bucketColumns.ts"

/** One row of a bucket listing; a bucket's columns are declared in bucketColumns.ts. */
export const BucketRow = Schema.Struct(bucketFields).annotate({ identifier: "BucketRow" })
export type BucketRow = typeof BucketRow.Type

/** The row of a bucket of which nothing but the name, and what else is given, is known. */
export const unreadBucket = (name: string, known: Partial<BucketRow> = {}): BucketRow => ({ ...nothingKnown, ...known, name })

/** What a reading with statistics tells of a bucket. */
export type BucketStatistics = Omit<BucketRow, "has_statistics">

export const measuredBucket = (name: string, told: Partial<BucketStatistics>): BucketStatistics => {
  const { has_statistics: _, ...unread } = unreadBucket(name, told)
  return unread
}

// each value is its column's own `unknown`, which Object.entries forgets
const nothingKnown = Object.fromEntries(Object.entries(bucketColumns).map(([name, { unknown }]) => [name, unknown])) as BucketRow

export { ListingFault, ListingState } from "../platform/ListingState.ts"

export { type BucketSortKey, bucketSortKeys } from "./bucketColumns.ts"

/** A row with the features that were asked for with the listing. */
export const ListedBucket = Schema.Struct({ ...bucketFields, features: Schema.optionalKey(FeatureCells) }).annotate({ identifier: "ListedBucket" })
export type ListedBucket = typeof ListedBucket.Type

/** A page of buckets with the state of the listing behind it. */
export const BucketPage = Schema.Struct({ ...pageOf(ListedBucket).fields, listing: ListingState }).annotate({ identifier: "BucketPage" })
export type BucketPage = typeof BucketPage.Type

/** How full the fuller of a bucket's quotas is: none is set, below 85 %, from there on, all of it. */
export const quotaStates = ["none", "below", "near", "full"] as const
export type QuotaState = typeof quotaStates[number]

/** What narrows a listing of buckets. What is not known of a bucket, because nobody counted it yet, is in no range. */
export const bucketFilters = {
  name_prefix: Schema.optionalKey(SearchText),
  ...rangeQuery("used_bytes"),
  ...rangeQuery("object_count"),
  ...periodQuery("created"),
  quota: Schema.optionalKey(someOf(quotaStates)),
  versioning: Schema.optionalKey(someOf(["off", "enabled", "suspended"])),
  quarantine: Schema.optionalKey(someOf(["none", ...openQuarantines]))
}
const Filters = Schema.Struct(bucketFilters)
export type BucketFilters = typeof Filters.Type
const filterNames = Object.keys(bucketFilters) as ReadonlyArray<keyof BucketFilters>

/** What is asked of a listing. Without `page` and `page_size` everything is answered. `exact`: the name is what is searched for. */
export interface BucketQuery extends OffsetQuery<BucketSortKey>, BucketFilters {
  readonly exact?: "true" | "false"
}

/** What narrows a listing beside a search, as text; empty where nothing does. */
export const narrowingOf = (query: BucketQuery): string =>
  JSON.stringify(filterNames.flatMap((name) => query[name] === undefined ? [] : [[name, query[name]]])).replace("[]", "")

/** What a query asks, as text: two that ask the same are the same, whatever else came with them. */
export const questionOf = (query: BucketQuery): string => {
  const { page, pageSize } = pageWindow(query)
  const window = asksForAll(query) ? null : [page, pageSize]
  return JSON.stringify([window, searchOf(query), query.exact === "true", query.sort_by ?? "name", query.sort_dir ?? "asc", narrowingOf(query)])
}

/** How far a refresh is: buckets whose statistics are known. `percent` never falls within one refresh. */
export const ListingProgress = Schema.Struct({
  stage: Schema.Literals(["names", "statistics"]),
  processed: Schema.Int,
  total: Schema.NullOr(Schema.Int),
  percent: Schema.Int
}).annotate({ identifier: "ListingProgress" })
export type ListingProgress = typeof ListingProgress.Type

/** Rows that are new or changed. */
export const ListingRows = Schema.Struct({ rows: Schema.Array(BucketRow), listing: ListingState }).annotate({ identifier: "ListingRows" })
/** Names that are gone. */
export const ListingRemoved = Schema.Struct({ names: Schema.Array(Schema.String), listing: ListingState }).annotate({ identifier: "ListingRemoved" })
/** A refresh began, ended or failed. `total`: rows of the whole listing. */
export const ListingChange = Schema.Struct({ listing: ListingState, total: Schema.Int }).annotate({ identifier: "ListingChange" })
/** A refresh ended well; more follows when something changes. */
export const ListingDone = Schema.Struct({ listing: ListingState }).annotate({ identifier: "ListingDone" })

/**
 * What a reader who watches a listing is told. `result` is the page that was asked for: at first, after each refresh,
 * and when events may have been missed.
 */
export const BucketListingEvent = Schema.Union([
  streamEvent("result", BucketPage),
  streamEvent("progress", ListingProgress),
  streamEvent("rows", ListingRows),
  streamEvent("removed", ListingRemoved),
  streamEvent("state", ListingChange),
  streamEvent("done", ListingDone)
])
export type BucketListingEvent = typeof BucketListingEvent.Type
