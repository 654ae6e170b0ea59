import { Schema } from "effect"
import { Name, Text } from "../platform/Text.ts"
import type { CopyProperties } from "./CopyProperties.ts"
import type { ObjectHeaders } from "./ObjectDetails.ts"

/** Limits of S3. */
const MAX_TAGS = 10
const metadataBytes = 2048

/** Names are headers; RGW stores values beyond ASCII as sent, RFC 2047 encoded. */
const MetadataName = Schema.String.check(
  Schema.isMaxCodePoints(128),
  Schema.isPattern(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/u)
)
const MetadataValue = Text(metadataBytes).check(Schema.isPattern(/^[\x20-\x7e]*$/u))

const fits = Schema.makeFilter(
  (metadata: { readonly [name: string]: string }) =>
    Object.entries(metadata).reduce((total, [name, value]) => total + name.length + value.length, 0) <= metadataBytes ||
    "Metadata has at most 2,048 bytes"
)

export const UploadTag = Schema.Struct({
  key: Name(128),
  value: Text(256)
}).annotate({ identifier: "UploadTag" })

/** Header value returned to browsers unchanged. */
const HeaderText = Text(1024).check(Schema.isPattern(/^[\x20-\x7e]*$/u))

export const uploadAttributes = {
  storage_class: Schema.optionalKey(Name(64)),
  cache_control: Schema.optionalKey(HeaderText),
  metadata: Schema.optionalKey(Schema.Record(MetadataName, MetadataValue).check(fits)),
  tags: Schema.optionalKey(Schema.Array(UploadTag).check(Schema.isMaxLength(MAX_TAGS)))
}

export const UploadAttributes = Schema.Struct(uploadAttributes)
export type UploadAttributes = typeof UploadAttributes.Type

export interface CopiedAttributes extends UploadAttributes {
  readonly headers?: Omit<ObjectHeaders, "content_type">
  readonly properties?: CopyProperties
  readonly only_new?: true
  /** The ETags of the parts prove them. */
  readonly no_checksum?: true
}

export const StoredAttributes = Schema.Struct({
  ...uploadAttributes,
  /** Digest of the SSE-C key, to compare the keys of all parts. */
  customer_key: Schema.optionalKey(Schema.String),
  only_new: Schema.optionalKey(Schema.Literal(true))
})
export type StoredAttributes = typeof StoredAttributes.Type
