import { DateTime, type Schema } from "effect"
import type { searchQuery } from "#api/objectSearch.ts"
import { searchLimit, type SearchWanted } from "#domain/objects/ObjectSearch.ts"

type Asked = Schema.Schema.Type<Schema.Struct<typeof searchQuery>>

const millis = (moment: DateTime.Utc | undefined): number | null => moment === undefined ? null : DateTime.toEpochMillis(moment)

export const searchWanted = (asked: Asked): SearchWanted => ({
  prefix: asked.prefix ?? "",
  text: asked.q ?? "",
  exact: asked.exact === "true",
  caseSensitive: asked.case_sensitive === "true",
  recursive: asked.recursive !== "false",
  kind: asked.type ?? null,
  storageClass: asked.storage_class ?? null,
  minSize: asked.size_bytes_min ?? null,
  maxSize: asked.size_bytes_max ?? null,
  modifiedAfter: millis(asked.modified_after),
  modifiedBefore: millis(asked.modified_before),
  startAfter: asked.start_after ?? "",
  limit: asked.limit ?? searchLimit.usual
})
