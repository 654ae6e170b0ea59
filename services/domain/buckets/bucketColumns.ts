import { Schema } from "effect"
import { openQuarantines } from "./openQuarantines.ts"

/** How a column is kept: text, a moment (RFC 3339, UTC), a whole number below 2^53, or yes and no. */
export type KeptAs = "text" | "moment" | "number" | "flag"

/**
 * Which reading of a bucket tells a column, and so what a later reading may take away:
 * - `key`: every reading; the name, and the tenant that it is unique in;
 * - `any`: some readings; what one does not tell stays as another told it;
 * - `statistics`: a reading with statistics, which replaces them all; one without takes none of them away;
 * - `ours`: none; what we keep of the bucket ourselves, which SQL puts in;
 * - `mark`: whether the row has statistics; a row that has them keeps the mark.
 */
export type ToldBy = "key" | "any" | "statistics" | "ours" | "mark"

const column = <S extends Schema.Codec<unknown>>(schema: S, keptAs: KeptAs, toldBy: ToldBy, unknown: S["Type"]) =>
  ({ schema, keptAs, toldBy, unknown, sorts: false as const })

const sorted = <S extends Schema.Codec<unknown>>(...declared: Parameters<typeof column<S>>) =>
  ({ ...column(...declared), sorts: true as const })

const number = Schema.NullOr(Schema.Int)

/**
 * The columns of a bucket listing, each once: the contract's field, what the snapshot keeps and how a reading of the gateway
 * changes it, and the value while nobody told it. Sizes in bytes; null: not known yet, or not told by the gateway.
 *
 * To add one: a line here, a migration that adds it to `bucket_listing_rows`, and a line in each gateway that tells it
 * (`layers/rgw/wire/Bucket.ts`, `layers/s3/BucketGatewayS3.ts`). SQL, decoding, merging and, with `sorted`, sorting follow from this.
 */
export const bucketColumns = {
  name: sorted(Schema.String, "text", "key", ""),
  tenant: column(Schema.String, "text", "key", ""),
  owner: sorted(Schema.NullOr(Schema.String), "text", "any", null),
  created_at: sorted(Schema.NullOr(Schema.String), "moment", "any", null),
  used_bytes: sorted(number, "number", "statistics", null),
  object_count: sorted(number, "number", "statistics", null),
  // null: no quota, or not known
  quota_max_size_bytes: column(number, "number", "statistics", null),
  quota_max_objects: column(number, "number", "statistics", null),
  versioning: column(Schema.NullOr(Schema.Literals(["off", "enabled", "suspended"])), "text", "statistics", null),
  object_lock: column(Schema.NullOr(Schema.Boolean), "flag", "statistics", null),
  // a bucket that waits for its deletion, and the day of it; null: it does not
  quarantine: column(Schema.NullOr(Schema.Literals(openQuarantines)), "text", "ours", null),
  quarantine_until: sorted(Schema.NullOr(Schema.String), "moment", "ours", null),
  // false while only the name is known
  has_statistics: column(Schema.Boolean, "flag", "mark", false)
}

type Columns = typeof bucketColumns

/** The columns as fields of a schema. */
export const bucketFields = Object.fromEntries(
  Object.entries(bucketColumns).map(([name, { schema }]) => [name, schema])
) as { readonly [Name in keyof Columns]: Columns[Name]["schema"] }

/** What a listing sorts by: its sorted columns, and the fuller of the two quotas, which the database computes. */
export type BucketSortKey = { [Name in keyof Columns]: Columns[Name]["sorts"] extends true ? Name : never }[keyof Columns] | "quota_usage"

export const bucketSortKeys = [
  ...Object.entries(bucketColumns).filter(([, { sorts }]) => sorts).map(([name]) => name), "quota_usage"
] as ReadonlyArray<BucketSortKey>
