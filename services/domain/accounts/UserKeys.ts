import { Schema } from "effect"
import { Removed } from "../platform/Removed.ts"
import { FilledText } from "../platform/Text.ts"

export const AccessKeyName = FilledText(128)

export const UserKey = Schema.Struct({
  access_key: Schema.String,
  active: Schema.Boolean,
  /** Key of this console: rotated, never disabled or deleted here. */
  console_key: Schema.Boolean,
  endpoint_key: Schema.Boolean,
  connection_key: Schema.Boolean,
  /** Null: unknown to the gateway, or the technical key lacks `metadata=read`. */
  created_at: Schema.NullOr(Schema.DateTimeUtcFromString),
  /** To the minute; null: never, or not stored here. RGW up to 20 refuses GetAccessKeyLastUsed. */
  last_used_at: Schema.NullOr(Schema.DateTimeUtcFromString)
}).annotate({ identifier: "UserKey" })
export type UserKey = typeof UserKey.Type

export const NewUserKey = Schema.Struct({
  access_key: Schema.String,
  secret_key: Schema.RedactedFromValue(Schema.String)
}).annotate({ identifier: "NewUserKey" })
export type NewUserKey = typeof NewUserKey.Type

export const UpdateUserKey = Schema.Struct({ active: Schema.Boolean }).annotate({ identifier: "UpdateUserKey" })
export type UpdateUserKey = typeof UpdateUserKey.Type

export const RemovedUserKey = Schema.Struct({ ...Removed.fields, access_key: Schema.String }).annotate({
  identifier: "RemovedUserKey"
})
export type RemovedUserKey = typeof RemovedUserKey.Type
