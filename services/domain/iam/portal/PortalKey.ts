import { Schema } from "effect"
import { RowId } from "../../platform/RowId.ts"
import { Name } from "../../platform/Text.ts"

/** RGW allows four keys per user (I7); one belongs to the connection. */
export const MAX_KEYS = 3

export const KeyHint = Schema.Literals(["never_used", "older_than_a_year"]).annotate({ identifier: "KeyHint" })
export type KeyHint = typeof KeyHint.Type

const stored = {
  id: Schema.Int,
  label: Schema.String,
  access_key: Schema.String,
  active: Schema.Boolean,
  bucket_name: Schema.String,
  created_at: Schema.String,
  confirmed: Schema.Boolean,
  /** Access logs do not distinguish the keys of a person. Null: none since `logged_since`, or unknown. */
  last_request_at: Schema.NullOr(Schema.String),
  /** Time since which access logs cover all spaces of the person; null: not on, so the last use is unknown. */
  logged_since: Schema.NullOr(Schema.String)
}
export const StoredPortalKey = Schema.Struct(stored)
export type StoredPortalKey = typeof StoredPortalKey.Type

export const PortalAccessKey = Schema.Struct({ ...stored, hints: Schema.Array(KeyHint) }).annotate({
  identifier: "PortalAccessKey"
})
export type PortalAccessKey = typeof PortalAccessKey.Type

export const PortalAccessKeys = Schema.Struct({ items: Schema.Array(PortalAccessKey) }).annotate({
  identifier: "PortalAccessKeys"
})

export const NewPortalAccessKey = Schema.Struct({
  ...PortalAccessKey.fields,
  prefix: Schema.String,
  endpoint_url: Schema.String,
  region: Schema.String,
  secret_key: Schema.String
}).annotate({ identifier: "NewPortalAccessKey" })
export type NewPortalAccessKey = typeof NewPortalAccessKey.Type

export const CreatePortalAccessKey = Schema.Struct({ storage_space_id: RowId, label: Name(100) }).annotate({
  identifier: "CreatePortalAccessKey"
})
export type CreatePortalAccessKey = typeof CreatePortalAccessKey.Type

export const UpdatePortalAccessKey = Schema.Struct({ active: Schema.Boolean }).annotate({
  identifier: "UpdatePortalAccessKey"
})
