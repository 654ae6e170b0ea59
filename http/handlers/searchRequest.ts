import { DateTime, type Schema } from "effect"
import type { searchQuery } from "#api/objectSearch.ts"
import { searchLimit, type SearchRequest } from "#domain/objects/ObjectSearch.ts"

type Asked = Schema.Schema.Type<Schema.Struct<typeof searchQuery>>

const millis = (moment: DateTime.Utc | undefined): number | null =>
  moment === undefined ? null : DateTime.toEpochMillis(moment)

export const searchRequest = (query: Asked): SearchRequest => ({
  prefix: query.prefix ?? "",
  text: query.q ?? "",
  exact: query.exact === "true",
  caseSensitive: query.case_sensitive === "true",
  recursive: query.recursive !== "false",
  kind: query.type ?? null,
  storageClass: query.storage_class ?? null,
  minSize: query.size_bytes_min ?? null,
  maxSize: query.size_bytes_max ?? null,
  modifiedAfter: millis(query.modified_after),
  modifiedBefore: millis(query.modified_before),
  startAfter: query.start_after ?? "",
  limit: query.limit ?? searchLimit.usual
})
