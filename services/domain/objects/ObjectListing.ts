import { Schema } from "effect"
import { keyFault } from "./keyFault.ts"

/** The limit is in bytes, which JSON Schema cannot express. */
const keyText = Schema.makeFilter((key: string) => keyFault(key) ?? true, {
  toJsonSchema: () => [{ maxLength: 1024 }, true]
})

export const ObjectKey = Schema.String.check(Schema.isNonEmpty(), keyText).annotate({ identifier: "ObjectKey" })

/** Key prefix; empty for the bucket. */
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
  /** Null on the last page. Pages may be shorter than requested. */
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
  /** CRC-32 stored by the gateway, in S3's format. */
  checksum: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "ObjectFacts" })
export type ObjectFacts = typeof ObjectFacts.Type

/** Result for one key of a batch. As in S3, deleting a missing key succeeds. */
export const KeyOutcome = Schema.Struct({
  key: Schema.String,
  version_id: Schema.optionalKey(Schema.String),
  deleted: Schema.Boolean,
  /** Reason of a failure, with the gateway's code. */
  code: Schema.NullOr(Schema.String),
  detail: Schema.NullOr(Schema.String)
}).annotate({ identifier: "KeyOutcome" })
export type KeyOutcome = typeof KeyOutcome.Type

/** Download address. `direct`: presigned for the gateway. */
export const DownloadLink = Schema.Struct({
  url: Schema.String,
  transport: Schema.Literals(["direct", "proxied"])
}).annotate({ identifier: "DownloadLink" })
export type DownloadLink = typeof DownloadLink.Type

/** Seconds: from a minute to a week, the maximum of signatures. */
export const linkLimits = { minimum: 60, maximum: 604_800 } as const

export const SharedLink = Schema.Struct({
  url: Schema.String,
  expires_at: Schema.String,
  /** Expiry of the signing credentials, if known, which ends the link too. */
  credentials_end_at: Schema.NullOr(Schema.String),
  /** Shortened to the lifetime of the credentials. */
  cut_short: Schema.Boolean,
  /** Signed with a session token, whose expiry may be unknown. */
  temporary_credentials: Schema.Boolean
}).annotate({ identifier: "SharedLink" })
export type SharedLink = typeof SharedLink.Type
