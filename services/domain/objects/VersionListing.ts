import { Schema } from "effect"

export const ObjectVersion = Schema.Struct({
  key: Schema.String,
  version_id: Schema.String,
  is_latest: Schema.Boolean,
  is_delete_marker: Schema.Boolean,
  size_bytes: Schema.Int,
  etag: Schema.NullOr(Schema.String),
  storage_class: Schema.String,
  modified_at: Schema.String
}).annotate({ identifier: "ObjectVersion" })
export type ObjectVersion = typeof ObjectVersion.Type

/** Versions of a key may continue on the next page. */
export const VersionPage = Schema.Struct({
  prefix: Schema.String,
  delimiter: Schema.String,
  prefixes: Schema.Array(Schema.String),
  versions: Schema.Array(ObjectVersion),
  next_key_marker: Schema.NullOr(Schema.String),
  next_version_id_marker: Schema.NullOr(Schema.String)
}).annotate({ identifier: "VersionPage" })
export type VersionPage = typeof VersionPage.Type
