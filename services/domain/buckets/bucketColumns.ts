import { Schema } from "effect"
import { openQuarantines } from "./openQuarantines.ts"

/** `moment`: RFC 3339 in UTC; `number`: integer below 2^53. */
export type ColumnType = "text" | "moment" | "number" | "flag"

/** Overwritten by: `key` every reading, `any` some, `statistics` all of those with them, `ours` and `mark` none. */
export type OverwrittenBy = "key" | "any" | "statistics" | "ours" | "mark"

const column = <S extends Schema.Codec<unknown>>(
  schema: S,
  columnType: ColumnType,
  overwrittenBy: OverwrittenBy,
  unknown: S["Type"]
) => ({ schema, keptAs: columnType, toldBy: overwrittenBy, unknown, sorts: false as const })

const sorted = <S extends Schema.Codec<unknown>>(...declared: Parameters<typeof column<S>>) => ({
  ...column(...declared),
  sorts: true as const
})

const number = Schema.NullOr(Schema.Int)

/** Bytes; null: unknown. A new column needs a migration of `bucket_listing_rows` and a line in each gateway. */
export const bucketColumns = {
  name: sorted(Schema.String, "text", "key", ""),
  tenant: column(Schema.String, "text", "key", ""),
  owner: sorted(Schema.NullOr(Schema.String), "text", "any", null),
  created_at: sorted(Schema.NullOr(Schema.String), "moment", "any", null),
  used_bytes: sorted(number, "number", "statistics", null),
  object_count: sorted(number, "number", "statistics", null),
  quota_max_size_bytes: column(number, "number", "statistics", null),
  quota_max_objects: column(number, "number", "statistics", null),
  versioning: column(Schema.NullOr(Schema.Literals(["off", "enabled", "suspended"])), "text", "statistics", null),
  object_lock: column(Schema.NullOr(Schema.Boolean), "flag", "statistics", null),
  quarantine: column(Schema.NullOr(Schema.Literals(openQuarantines)), "text", "ours", null),
  quarantine_until: sorted(Schema.NullOr(Schema.String), "moment", "ours", null),
  has_statistics: column(Schema.Boolean, "flag", "mark", false)
}

/** `read_tracker`: RGW's version of the bucket's configuration; object writes do not change it. */
export const storedColumns = {
  bucket_id: column(Schema.NullOr(Schema.String), "text", "statistics", null),
  read_tracker: column(number, "number", "statistics", null),
  index_shards: column(number, "number", "statistics", null),
  unfinished_uploads: column(number, "number", "statistics", null)
}

type Columns = typeof bucketColumns

export const bucketFields = Object.fromEntries(
  Object.entries(bucketColumns).map(([name, { schema }]) => [name, schema])
) as { readonly [Name in keyof Columns]: Columns[Name]["schema"] }

export type BucketSortKey =
  | { [Name in keyof Columns]: Columns[Name]["sorts"] extends true ? Name : never }[keyof Columns]
  | "quota_usage"

export const bucketSortKeys = [
  ...Object.entries(bucketColumns)
    .filter(([, { sorts }]) => sorts)
    .map(([name]) => name),
  "quota_usage"
] as ReadonlyArray<BucketSortKey>
