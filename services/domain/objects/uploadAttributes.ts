import { Schema } from "effect"
import { Name, Text } from "../text/Text.ts"

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

/** What an object is told to be beside its bytes, as it is made. */
export const uploadAttributes = {
  /** One of the gateway's storage classes; its own choice without it. */
  storage_class: Schema.optionalKey(Name(64)),
  metadata: Schema.optionalKey(Schema.Record(MetadataName, MetadataValue).check(fits)),
  tags: Schema.optionalKey(Schema.Array(UploadTag).check(Schema.isMaxLength(mostTags)))
}

export const UploadAttributes = Schema.Struct(uploadAttributes)
export type UploadAttributes = typeof UploadAttributes.Type
