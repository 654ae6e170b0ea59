import type { GatewayUser } from "#domain/gateways/endpoints/Gateway.ts"
import { Schema } from "effect"

/** Admin Ops answers the secret in clear (A7): it is redacted at decoding. */
export const WireKey = Schema.Struct({
  access_key: Schema.String,
  secret_key: Schema.RedactedFromValue(Schema.String),
  active: Schema.optionalKey(Schema.Boolean)
})

/** `type` is "root" for an account's root user; `account_id` is "" for a plain user (A7). */
export const WireUser = Schema.Struct({
  user_id: Schema.String,
  tenant: Schema.optionalKey(Schema.String),
  display_name: Schema.String,
  email: Schema.optionalKey(Schema.String),
  suspended: Schema.Union([Schema.Int, Schema.Boolean]),
  type: Schema.optionalKey(Schema.String),
  account_id: Schema.optionalKey(Schema.String),
  keys: Schema.Array(WireKey)
})

const orNull = (text: string | undefined) => (text === undefined || text === "" ? null : text)

export const userOf = (wire: typeof WireUser.Type): GatewayUser => ({
  uid: orNull(wire.tenant) === null ? wire.user_id : `${wire.tenant}$${wire.user_id}`,
  display_name: wire.display_name,
  email: orNull(wire.email),
  account_id: orNull(wire.account_id),
  is_account_root: wire.type === "root",
  suspended: wire.suspended !== 0 && wire.suspended !== false,
  access_keys: wire.keys.filter((key) => key.active !== false).map((key) => key.access_key),
  inactive_keys: wire.keys.filter((key) => key.active === false).map((key) => key.access_key)
})

/** Hash order (A5). */
export const WireKeyPage = Schema.Struct({
  keys: Schema.Array(Schema.String),
  truncated: Schema.Boolean,
  marker: Schema.optionalKey(Schema.String)
})
