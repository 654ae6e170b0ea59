import { Schema } from "effect"
import { Name, Text } from "../platform/Text.ts"
import type { CopyProperties } from "./CopyProperties.ts"
import type { ObjectHeaders } from "./ObjectDetails.ts"

/** S3 holds at most ten tags of an object, and two kilobytes of metadata. */
const mostTags = 10
const metadataBytes = 2048

/** Names travel as headers; values beyond ASCII as well, encoded (RFC 2047), which RGW keeps as it gets them. */
const MetadataName = Schema.String.check(Schema.isMaxCodePoints(128), Schema.isPattern(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/u))
const MetadataValue = Text(metadataBytes).check(Schema.isPattern(/^[\x20-\x7e]*$/u))

const fits = Schema.makeFilter((metadata: { readonly [name: string]: string }) =>
  Object.entries(metadata).reduce((total, [name, value]) => total + name.length + value.length, 0) <= metadataBytes || "Metadata has at most 2,048 bytes")

export const UploadTag = Schema.Struct({
  key: Name(128), value: Text(256)
}).annotate({ identifier: "UploadTag" })

/** Headers that a browser is told with the object, as they stand. */
const HeaderText = Text(1024).check(Schema.isPattern(/^[\x20-\x7e]*$/u))

/** What an object is told to be beside its bytes, as it is made. */
export const uploadAttributes = {
  /** One of the gateway's storage classes; its own choice without it. */
  storage_class: Schema.optionalKey(Name(64)),
  cache_control: Schema.optionalKey(HeaderText),
  metadata: Schema.optionalKey(Schema.Record(MetadataName, MetadataValue).check(fits)),
  tags: Schema.optionalKey(Schema.Array(UploadTag).check(Schema.isMaxLength(mostTags)))
}

export const UploadAttributes = Schema.Struct(uploadAttributes)
export type UploadAttributes = typeof UploadAttributes.Type

/** The same of an object that is written as another one is: with its headers. */
export interface CopiedAttributes extends UploadAttributes {
  readonly headers?: Omit<ObjectHeaders, "content_type">
  readonly properties?: CopyProperties
  /** Only where the key is free. */
  readonly only_new?: true
}

/** The same as it is kept with an upload under way. */
export const KeptAttributes = Schema.Struct({
  ...uploadAttributes,
  /** A digest of the key of SSE-C that all its parts are encrypted with, to tell it from another; the key itself is nowhere. */
  customer_key: Schema.optionalKey(Schema.String),
  /** It is stored only where its key is free. */
  only_new: Schema.optionalKey(Schema.Literal(true))
})
export type KeptAttributes = typeof KeptAttributes.Type
