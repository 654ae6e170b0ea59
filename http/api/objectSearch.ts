import { Schema, Tuple } from "effect"
import { Problem } from "#domain/platform/errors/Problem.ts"
import { streamEvent } from "#domain/platform/streamEvent.ts"
import { ObjectPrefix } from "#domain/objects/ObjectListing.ts"
import { SearchEvent, searchLimit } from "#domain/objects/ObjectSearch.ts"
import { periodQuery, rangeQuery } from "#domain/platform/Filters.ts"
import { SearchText, Text } from "#domain/platform/Text.ts"
import { eventFrame } from "./eventFrame.ts"

const Flag = Schema.optionalKey(Schema.Literals(["true", "false"]))

export const searchQuery = {
  prefix: Schema.optionalKey(ObjectPrefix),
  q: Schema.optionalKey(SearchText),
  exact: Flag,
  case_sensitive: Flag,
  recursive: Flag,
  type: Schema.optionalKey(Schema.Literals(["object", "folder"])),
  storage_class: Schema.optionalKey(Text(100)),
  ...rangeQuery("size_bytes"),
  ...periodQuery("modified"),
  start_after: Schema.optionalKey(ObjectPrefix),
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: searchLimit.most })))
}

export const SearchDone = Schema.Struct({}).annotate({ identifier: "SearchDone" })

export const SearchFrame = Schema.Union([
  ...SearchEvent.members,
  streamEvent("error", Problem),
  streamEvent("done", SearchDone)
])
  .mapMembers(Tuple.map(eventFrame))
  .annotate({ identifier: "SearchFrame" })
export type SearchFrame = typeof SearchFrame.Type
