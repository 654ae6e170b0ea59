import { Schema } from "effect"
import { keyFault } from "./keyFault.ts"

/** The limit is in bytes, which JSON Schema cannot express. */
const keyText = Schema.makeFilter((key: string) => keyFault(key) ?? true, {
  toJsonSchema: () => [{ maxLength: 1024 }, true]
})

export const ObjectKey = Schema.String.check(Schema.isNonEmpty(), keyText).annotate({ identifier: "ObjectKey" })

export const ObjectPrefix = Schema.String.check(keyText).annotate({ identifier: "ObjectPrefix" })

export const ListedObject = Schema.Struct({
  key: Schema.String,
  size_bytes: Schema.Int,
  etag: Schema.NullOr(Schema.String),
  storage_class: Schema.String,
  modified_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ListedObject" })
export type ListedObject = typeof ListedObject.Type

export const ObjectPage = Schema.Struct({
  prefix: Schema.String,
  delimiter: Schema.String,
  prefixes: Schema.Array(Schema.String),
  objects: Schema.Array(ListedObject),
  /** Pages may be shorter than requested. */
  next_continuation_token: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ObjectPage" })
export type ObjectPage = typeof ObjectPage.Type

export const ObjectFacts = Schema.Struct({
  key: Schema.String,
  size_bytes: Schema.Int,
  etag: Schema.NullOr(Schema.String),
  content_type: Schema.NullOr(Schema.String),
  storage_class: Schema.String,
  modified_at: Schema.NullOr(Schema.String),
  metadata: Schema.Record(Schema.String, Schema.String),
  checksum: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "ObjectFacts" })
export type ObjectFacts = typeof ObjectFacts.Type

/** As in S3, deleting a missing key succeeds. */
export const KeyOutcome = Schema.Struct({
  key: Schema.String,
  version_id: Schema.optionalKey(Schema.String),
  deleted: Schema.Boolean,
  code: Schema.NullOr(Schema.String),
  detail: Schema.NullOr(Schema.String)
}).annotate({ identifier: "KeyOutcome" })
export type KeyOutcome = typeof KeyOutcome.Type

export const DownloadLink = Schema.Struct({
  url: Schema.String,
  transport: Schema.Literals(["direct", "proxied"])
}).annotate({ identifier: "DownloadLink" })
export type DownloadLink = typeof DownloadLink.Type

/** Seconds; a week is the maximum of signatures. */
export const linkLimits = { minimum: 60, maximum: 604_800 } as const

export const SharedLink = Schema.Struct({
  url: Schema.String,
  expires_at: Schema.String,
  credentials_end_at: Schema.NullOr(Schema.String),
  cut_short: Schema.Boolean,
  temporary_credentials: Schema.Boolean
}).annotate({ identifier: "SharedLink" })
export type SharedLink = typeof SharedLink.Type
