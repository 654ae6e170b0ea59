import { Schema } from "effect"
import { ObjectPrefix } from "#domain/objects/ObjectListing.ts"
import { Text } from "#domain/platform/Text.ts"

export const objectsQuery = {
  prefix: Schema.optionalKey(ObjectPrefix),
  delimiter: Schema.optionalKey(Schema.Literals(["/", ""])),
  start_after: Schema.optionalKey(ObjectPrefix),
  continuation_token: Schema.optionalKey(Text(4096)),
  max_keys: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })))
}
