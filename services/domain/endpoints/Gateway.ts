import { Schema } from "effect"

/** An RGW account, as the gateway tells it. */
export const GatewayAccount = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  email: Schema.NullOr(Schema.String),
  /** 0: unlimited; -1: may not create. */
  max_buckets: Schema.Int
})
export type GatewayAccount = typeof GatewayAccount.Type

/** An RGW user without its secrets. */
export const GatewayUser = Schema.Struct({
  uid: Schema.String,
  display_name: Schema.String,
  email: Schema.NullOr(Schema.String),
  /** Null for a plain user. */
  account_id: Schema.NullOr(Schema.String),
  is_account_root: Schema.Boolean,
  suspended: Schema.Boolean,
  access_keys: Schema.Array(Schema.String)
})
export type GatewayUser = typeof GatewayUser.Type

/** One bucket with its statistics. Sizes in bytes; null where the gateway does not tell. */
export const BucketStatistics = Schema.Struct({
  name: Schema.String,
  tenant: Schema.String,
  /** Account id, or uid of a plain user. */
  owner: Schema.String,
  created_at: Schema.NullOr(Schema.String),
  used_bytes: Schema.NullOr(Schema.Int),
  object_count: Schema.NullOr(Schema.Int),
  /** Null: no quota. */
  quota_max_size_bytes: Schema.NullOr(Schema.Int),
  quota_max_objects: Schema.NullOr(Schema.Int),
  versioning: Schema.NullOr(Schema.Literals(["off", "enabled", "suspended"])),
  object_lock: Schema.NullOr(Schema.Boolean)
})
export type BucketStatistics = typeof BucketStatistics.Type
