import { Schema } from "effect"

export const GatewayAccount = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  tenant: Schema.String,
  email: Schema.NullOr(Schema.String),
  /** Null: unlimited; 0: none. */
  max_buckets: Schema.NullOr(Schema.Int)
})
export type GatewayAccount = typeof GatewayAccount.Type

export const GatewayUser = Schema.Struct({
  uid: Schema.String,
  display_name: Schema.String,
  email: Schema.NullOr(Schema.String),
  account_id: Schema.NullOr(Schema.String),
  is_account_root: Schema.Boolean,
  suspended: Schema.Boolean,
  access_keys: Schema.Array(Schema.String),
  inactive_keys: Schema.Array(Schema.String)
})
export type GatewayUser = typeof GatewayUser.Type
