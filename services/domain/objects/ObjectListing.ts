import { Schema } from "effect"
import { keyFault } from "./keyFault.ts"

/** What has no more bytes has no more characters: more than that JSON Schema cannot say. */
const keyText = Schema.makeFilter((key: string) => keyFault(key) ?? true, { toJsonSchema: () => [{ maxLength: 1024 }, true] })

export const ObjectKey = Schema.String.check(Schema.isNonEmpty(), keyText).annotate({ identifier: "ObjectKey" })

/** A prefix; empty is the bucket itself. */
export const ObjectPrefix = Schema.String.check(keyText).annotate({ identifier: "ObjectPrefix" })

/** An object as a listing shows it. */
export const ListedObject = Schema.Struct({
  key: Schema.String,
  size_bytes: Schema.Int,
  etag: Schema.NullOr(Schema.String),
  storage_class: Schema.String,
  modified_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ListedObject" })
export type ListedObject = typeof ListedObject.Type

/** A page of objects and prefixes, in the order of their keys. */
export const ObjectPage = Schema.Struct({
  prefix: Schema.String,
  delimiter: Schema.String,
  prefixes: Schema.Array(Schema.String),
  objects: Schema.Array(ListedObject),
  /** Null at the end. A page may hold less than asked for and still not be the last. */
  next_continuation_token: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ObjectPage" })
export type ObjectPage = typeof ObjectPage.Type

/** What a HEAD tells of an object. */
export const ObjectFacts = Schema.Struct({
  key: Schema.String,
  size_bytes: Schema.Int,
  etag: Schema.NullOr(Schema.String),
  content_type: Schema.NullOr(Schema.String),
  storage_class: Schema.String,
  modified_at: Schema.NullOr(Schema.String),
  metadata: Schema.Record(Schema.String, Schema.String),
  /** The CRC-32 that the gateway keeps, as S3 writes it. */
  checksum: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "ObjectFacts" })
export type ObjectFacts = typeof ObjectFacts.Type

/** The outcome of deleting one key of a batch. Deleting what is not there succeeds, as in S3. */
export const KeyOutcome = Schema.Struct({
  key: Schema.String,
  /** Where one version was named. */
  version_id: Schema.optionalKey(Schema.String),
  deleted: Schema.Boolean,
  /** Why not: our words and the gateway's code. */
  code: Schema.NullOr(Schema.String),
  detail: Schema.NullOr(Schema.String)
}).annotate({ identifier: "KeyOutcome" })
export type KeyOutcome = typeof KeyOutcome.Type

/** Where a download is fetched. `direct`: from the gateway, with a signature that ends soon. */
export const DownloadLink = Schema.Struct({ url: Schema.String, transport: Schema.Literals(["direct", "proxied"]) }).annotate({ identifier: "DownloadLink" })
export type DownloadLink = typeof DownloadLink.Type

/** How long a shared link may live, in seconds: a minute to a week, which is what signatures allow. */
export const linkLimits = { minimum: 60, maximum: 604_800 } as const

/** A link of the gateway's own, for anybody who has it. */
export const SharedLink = Schema.Struct({
  url: Schema.String,
  expires_at: Schema.String,
  /** When the credentials that signed it end, where that is known: the link ends with them. */
  credentials_end_at: Schema.NullOr(Schema.String),
  /** It lives shorter than was asked, since its credentials do. */
  cut_short: Schema.Boolean,
  /** Signed with a session token: it ends with that, also where nobody here knows when. */
  temporary_credentials: Schema.Boolean
}).annotate({ identifier: "SharedLink" })
export type SharedLink = typeof SharedLink.Type
