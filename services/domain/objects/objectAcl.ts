import { Schema } from "effect"
import { Grant } from "../buckets/features/acl.ts"
import { Text } from "../platform/Text.ts"
import { ObjectKey } from "./ObjectListing.ts"
import { cannedAcls } from "./cannedAcl.ts"

/** The owner never changes. */
export const SetObjectAcl = Schema.Struct({
  key: ObjectKey,
  version_id: Schema.optionalKey(Text(1_024)),
  acl: Schema.Union([
    Schema.Struct({ canned: Schema.Literals(cannedAcls) }),
    Schema.Struct({ grants: Schema.Array(Grant).check(Schema.isMaxLength(100)) })
  ])
}).annotate({ identifier: "SetObjectAcl" })
export type SetObjectAcl = typeof SetObjectAcl.Type
