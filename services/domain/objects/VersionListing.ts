import { Schema } from "effect"

/** One version of an object, or a delete marker. */
export const ObjectVersion = Schema.Struct({
  key: Schema.String,
  /** `null` of what was written while the bucket kept no versions. */
  version_id: Schema.String,
  is_latest: Schema.Boolean,
  is_delete_marker: Schema.Boolean,
  /** 0 of a delete marker. */
  size_bytes: Schema.Int,
  /** Null of a delete marker. */
  etag: Schema.NullOr(Schema.String),
  storage_class: Schema.String,
  modified_at: Schema.String
}).annotate({ identifier: "ObjectVersion" })
export type ObjectVersion = typeof ObjectVersion.Type

/** A page of versions in the order of their keys; those of one key stand together, newest first. A key may go on in the next page. */
export const VersionPage = Schema.Struct({
  prefix: Schema.String,
  delimiter: Schema.String,
  prefixes: Schema.Array(Schema.String),
  versions: Schema.Array(ObjectVersion),
  /** Both null at the end. A page may hold less than asked for and still not be the last. */
  next_key_marker: Schema.NullOr(Schema.String),
  next_version_id_marker: Schema.NullOr(Schema.String)
}).annotate({ identifier: "VersionPage" })
export type VersionPage = typeof VersionPage.Type
