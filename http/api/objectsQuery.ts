import { Schema } from "effect"
import { ObjectPrefix } from "#domain/objects/ObjectListing.ts"
import { Text } from "#domain/platform/Text.ts"

/** How objects of a bucket are listed: a page at a time, in the order of their keys. */
export const objectsQuery = {
  prefix: Schema.optionalKey(ObjectPrefix),
  /** What stands between folders; "" lists everything below the prefix. */
  delimiter: Schema.optionalKey(Schema.Literals(["/", ""])),
  /** Begins behind this key, which need not exist; a continuation token goes before it. */
  start_after: Schema.optionalKey(ObjectPrefix),
  continuation_token: Schema.optionalKey(Text(4096)),
  max_keys: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })))
}
