import { BucketRow } from "#domain/buckets/BucketListing.ts"
import { bucketColumns, type KeptAs, type ToldBy } from "#domain/buckets/bucketColumns.ts"
import { isoText } from "../../postgres/moments.ts"
import { rowsOf } from "../../postgres/rowsOf.ts"

/** The declared columns as PostgreSQL has them: everything here follows from `bucketColumns`. */
const columns = Object.entries(bucketColumns)

const types: Record<KeptAs, string> = { text: "text", moment: "timestamptz", number: "bigint", flag: "boolean" }

/** Numbers are read as float8, which holds 2^53 exactly; the driver gives bigints as BigInt. */
const read: Record<KeptAs, (column: string) => string> = {
  text: (column) => column,
  flag: (column) => column,
  number: (column) => `${column}::float8 as ${column}`,
  moment: (column) => `${isoText(column)} as ${column}`
}

/** How a reading changes a row `r` that is there. */
const merged: Record<ToldBy, (column: string) => ReadonlyArray<string>> = {
  key: () => [],
  any: (column) => [`${column} = coalesce(excluded.${column}, r.${column})`],
  statistics: (column) => [`${column} = case when excluded.has_statistics then excluded.${column} else r.${column} end`],
  ours: (column) => [`${column} = excluded.${column}`],
  mark: (column) => [`${column} = excluded.${column} or r.${column}`]
}

/** When a reading changes a row `r` that is there: the same rules as `merged`. */
const differs: Record<ToldBy, (column: string) => ReadonlyArray<string>> = {
  key: () => [],
  any: (column) => [`n.${column} is not null and n.${column} is distinct from r.${column}`],
  statistics: (column) => [`n.has_statistics and n.${column} is distinct from r.${column}`],
  ours: (column) => [`n.${column} is distinct from r.${column}`],
  mark: (column) => [`n.${column} and not r.${column}`]
}

/** What is selected of `bucket_listing_rows`. */
export const rowColumns = columns.map(([name, { keptAs }]) => read[keptAs](name)).join(", ")

/** The columns that are written. */
export const columnNames = columns.map(([name]) => name).join(", ")

/** The same with their types, for a chunk of rows that is sent as JSON. */
export const recordColumns = columns.map(([name, { keptAs }]) => `${name} ${types[keptAs]}`).join(", ")

/** What a chunk `n` of rows tells, with what we keep ourselves of their buckets (`w`). */
export const toldColumns = columns.map(([name, { toldBy }]) => `${toldBy === "ours" ? "w" : "n"}.${name}`).join(", ")

/** A row without statistics takes nothing away from one that has them; one with statistics replaces them all. */
export const mergedColumns = [
  ...columns.flatMap(([name, { toldBy }]) => merged[toldBy](name)),
  "generation = excluded.generation",
  "version = excluded.version"
].join(", ")

/** Whether writing a told row `n` over the row `r` would change it, as a condition. */
export const differingColumns = columns.flatMap(([name, { toldBy }]) => differs[toldBy](name)).map((condition) => `(${condition})`).join(" or ")

/** Rows as selected with `rowColumns`; one that does not read as a bucket is a defect. */
export const bucketRows = rowsOf("bucket_listing_rows", BucketRow)
