import { Schema } from "effect"
import { Grant } from "../buckets/features/acl.ts"

export const objectHeaderNames = {
  content_type: "Content-Type",
  cache_control: "Cache-Control",
  content_disposition: "Content-Disposition",
  content_encoding: "Content-Encoding",
  content_language: "Content-Language",
  expires: "Expires",
  website_redirect: "x-amz-website-redirect-location"
} as const
export type ObjectHeaderName = keyof typeof objectHeaderNames

const Told = Schema.NullOr(Schema.String)

export const ObjectHeaders = Schema.Struct({
  content_type: Told,
  cache_control: Told,
  content_disposition: Told,
  content_encoding: Told,
  content_language: Told,
  expires: Told,
  website_redirect: Told
}).annotate({ identifier: "ObjectHeaders" })
export type ObjectHeaders = typeof ObjectHeaders.Type

export const ObjectTag = Schema.Struct({ key: Schema.String, value: Schema.String }).annotate({
  identifier: "ObjectTag"
})
export type ObjectTag = typeof ObjectTag.Type

export const ObjectEncryption = Schema.Struct({
  kind: Schema.Literals(["none", "sse_s3", "sse_kms", "sse_c"]),
  kms_key_id: Told,
  bucket_key: Schema.optionalKey(Schema.Literal(true)),
  dual_layer: Schema.optionalKey(Schema.Literal(true))
}).annotate({ identifier: "ObjectEncryption" })
export type ObjectEncryption = typeof ObjectEncryption.Type

export const retentionModes = ["governance", "compliance"] as const

export const ObjectLock = Schema.Struct({
  mode: Schema.NullOr(Schema.Literals(retentionModes)),
  retain_until: Told,
  legal_hold: Schema.Boolean
}).annotate({ identifier: "ObjectVersionLock" })
export type ObjectLock = typeof ObjectLock.Type

export const ObjectAcl = Schema.Struct({
  owner: Schema.Struct({ id: Schema.String, name: Told }),
  grants: Schema.Array(Grant)
}).annotate({ identifier: "ObjectAcl" })
export type ObjectAcl = typeof ObjectAcl.Type

export const objectHead = {
  key: Schema.String,
  version_id: Told,
  size_bytes: Schema.Int,
  etag: Told,
  modified_at: Told,
  headers: ObjectHeaders,
  metadata: Schema.Record(Schema.String, Schema.String),
  storage_class: Schema.String,
  checksum: Schema.NullOr(Schema.Struct({ algorithm: Schema.String, value: Schema.String, type: Told })),
  encryption: ObjectEncryption,
  lock: ObjectLock,
  restore: Schema.NullOr(Schema.Struct({ ongoing: Schema.Boolean, expires_at: Told })),
  parts: Schema.NullOr(Schema.Struct({ count: Schema.Int, first_size_bytes: Schema.Int }))
}
export interface ObjectHead extends Schema.Schema.Type<Schema.Struct<typeof objectHead>> {}

export const ObjectDetails = Schema.Struct({
  ...objectHead,
  revision: Schema.String,
  tags: Schema.NullOr(Schema.Array(ObjectTag)),
  acl: Schema.NullOr(ObjectAcl)
}).annotate({ identifier: "ObjectDetails" })
export type ObjectDetails = typeof ObjectDetails.Type
