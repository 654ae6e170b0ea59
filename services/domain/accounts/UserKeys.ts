import { Schema } from "effect"
import { Removed } from "../platform/Removed.ts"
import { FilledText } from "../platform/Text.ts"

/** An access key in an address, as whoever made it wrote it. */
export const AccessKeyName = FilledText(128)

/** A key of an RGW user on the gateway; its secret is told once, when it is made. */
export const UserKey = Schema.Struct({
  access_key: Schema.String,
  active: Schema.Boolean,
  /** The key with which this console acts as the user: it is rotated (key rotation), neither switched off nor deleted here. */
  console_key: Schema.Boolean,
  /** The technical key of the storage endpoint: the same holds for it. */
  endpoint_key: Schema.Boolean,
  /** An S3 connection of this console acts by it, and fails without it. */
  connection_key: Schema.Boolean,
  /** null: the gateway does not say, or the technical key may not ask (`metadata=read`). */
  created_at: Schema.NullOr(Schema.DateTimeUtcFromString),
  /**
   * When Stowage itself last used it, to the minute; null: not since that is written down, or it is not stored here. What others do with a key no
   * gateway tells: IAM's GetAccessKeyLastUsed is refused by every Ceph RGW up to 20, and its usage log knows users alone (`…/activity`).
   */
  last_used_at: Schema.NullOr(Schema.DateTimeUtcFromString)
}).annotate({ identifier: "UserKey" })
export type UserKey = typeof UserKey.Type

/** A key that was just made, with its secret. */
export const NewUserKey = Schema.Struct({ access_key: Schema.String, secret_key: Schema.RedactedFromValue(Schema.String) }).annotate({ identifier: "NewUserKey" })
export type NewUserKey = typeof NewUserKey.Type

/** Switches a key off, or on again. */
export const UpdateUserKey = Schema.Struct({ active: Schema.Boolean }).annotate({ identifier: "UpdateUserKey" })
export type UpdateUserKey = typeof UpdateUserKey.Type

/** The key that went. */
export const RemovedUserKey = Schema.Struct({ ...Removed.fields, access_key: Schema.String }).annotate({ identifier: "RemovedUserKey" })
export type RemovedUserKey = typeof RemovedUserKey.Type
