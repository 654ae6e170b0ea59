import { Schema } from "effect"

/** An RGW account, as the gateway tells it. */
export const GatewayAccount = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  /** "" outside any; its users must be in the same. */
  tenant: Schema.String,
  email: Schema.NullOr(Schema.String),
  /** null: unlimited; 0: may not create. */
  max_buckets: Schema.NullOr(Schema.Int)
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
  /** Those that work. */
  access_keys: Schema.Array(Schema.String),
  /** Those that are switched off. */
  inactive_keys: Schema.Array(Schema.String)
})
export type GatewayUser = typeof GatewayUser.Type

