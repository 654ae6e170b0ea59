import { BucketRow } from "#domain/buckets/BucketListing.ts"
import { bucketColumns, type OverwrittenBy, type ColumnType, storedColumns } from "#domain/buckets/bucketColumns.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const rowEntries = Object.entries(bucketColumns)
const columns = [...rowEntries, ...Object.entries(storedColumns)]

const types: Record<ColumnType, string> = { text: "text", moment: "timestamptz", number: "bigint", flag: "boolean" }

/** float8 holds 2^53 exactly; the driver reads bigint as BigInt. */
const read: Record<ColumnType, (column: string) => string> = {
  text: (column) => column,
  flag: (column) => column,
  number: (column) => `${column}::float8 as ${column}`,
  moment: (column) => `${isoText(column)} as ${column}`
}

const merged: Record<OverwrittenBy, (column: string) => ReadonlyArray<string>> = {
  key: () => [],
  any: (column) => [`${column} = coalesce(excluded.${column}, r.${column})`],
  statistics: (column) => [
    `${column} = case when excluded.has_statistics then excluded.${column} else r.${column} end`
  ],
  ours: (column) => [`${column} = excluded.${column}`],
  mark: (column) => [`${column} = excluded.${column} or r.${column}`]
}

/** Tests whether a reading changes `r`; must match `merged`. */
const differs: Record<OverwrittenBy, (column: string) => ReadonlyArray<string>> = {
  key: () => [],
  any: (column) => [`n.${column} is not null and n.${column} is distinct from r.${column}`],
  statistics: (column) => [`n.has_statistics and n.${column} is distinct from r.${column}`],
  ours: (column) => [`n.${column} is distinct from r.${column}`],
  mark: (column) => [`n.${column} and not r.${column}`]
}

export const rowColumns = rowEntries.map(([name, { keptAs }]) => read[keptAs](name)).join(", ")

export const columnNames = columns.map(([name]) => name).join(", ")

export const recordColumns = columns.map(([name, { keptAs }]) => `${name} ${types[keptAs]}`).join(", ")

export const reportedColumns = columns
  .map(([name, { toldBy }]) => `${toldBy === "ours" ? "w" : "n"}.${name}`)
  .join(", ")

/** A row without statistics keeps the stored ones; one with statistics replaces them all. */
export const mergedColumns = [
  ...columns.flatMap(([name, { toldBy }]) => merged[toldBy](name)),
  "generation = excluded.generation",
  "version = excluded.version"
].join(", ")

export const differingColumns = columns
  .flatMap(([name, { toldBy }]) => differs[toldBy](name))
  .map((condition) => `(${condition})`)
  .join(" or ")

export const bucketReader = makeRowReader("bucket_listing_rows", BucketRow)
