import { Schema } from "effect"
import { Text } from "../platform/Text.ts"
import { ObjectKey } from "./ObjectListing.ts"
import {
  type ObjectHead,
  type ObjectHeaderName,
  type ObjectHeaders,
  ObjectTag,
  type ObjectTag as Tag
} from "./ObjectDetails.ts"

/** Printable ASCII. Gateways and clients treat other characters differently (AWS: RFC 2047; RGW: raw bytes). */
export const printable = /^[\x20-\x7e]*$/u
const headerText = (maximum: number) => Text(maximum).check(Schema.isPattern(printable))
const HeaderValue = Schema.NullOr(headerText(1_024))

/** Without `x-amz-meta-`; lower case, as gateways return it. */
export const MetadataName = Text(128).check(Schema.isPattern(/^[a-z0-9!#$%&'*+.^_`|~-]+$/u))

/** Null removes a header; absent ones stay. */
export const HeaderChanges = Schema.Struct({
  content_type: Schema.optionalKey(HeaderValue),
  cache_control: Schema.optionalKey(HeaderValue),
  content_disposition: Schema.optionalKey(HeaderValue),
  content_encoding: Schema.optionalKey(HeaderValue),
  content_language: Schema.optionalKey(HeaderValue),
  expires: Schema.optionalKey(
    Schema.NullOr(
      headerText(64).check(Schema.makeFilter((text: string) => !Number.isNaN(Date.parse(text)) || "Expected a date"))
    )
  ),
  website_redirect: Schema.optionalKey(HeaderValue)
}).annotate({ identifier: "HeaderChanges" })

export const MetadataChange = Schema.Struct({ name: MetadataName, value: Schema.NullOr(headerText(2_048)) }).annotate({
  identifier: "MetadataChange"
})

export const uniqueBy = <A>(nameOf: (one: A) => string) =>
  Schema.makeFilter(
    (all: ReadonlyArray<A>) => new Set(all.map(nameOf)).size === all.length || "Expected each name once"
  )

export const StorageClassName = Text(64).check(Schema.isPattern(/^[A-Za-z0-9_.-]+$/u))

export const EditObject = Schema.Struct({
  key: ObjectKey,
  revision: Text(64),
  headers: Schema.optionalKey(HeaderChanges),
  metadata: Schema.optionalKey(
    Schema.Array(MetadataChange).check(
      Schema.isMaxLength(100),
      uniqueBy(({ name }: { readonly name: string }) => name)
    )
  ),
  storage_class: Schema.optionalKey(StorageClassName)
}).annotate({ identifier: "EditObject" })
export type EditObject = typeof EditObject.Type

export const tagLimit = 10

export const EditTags = Schema.Struct({
  key: ObjectKey,
  version_id: Schema.optionalKey(Text(1_024)),
  set: Schema.Array(Schema.Struct({ key: Text(128).check(Schema.isNonEmpty()), value: Text(256) })).check(
    Schema.isMaxLength(tagLimit),
    uniqueBy(({ key }: { readonly key: string }) => key)
  ),
  remove: Schema.Array(Text(128)).check(Schema.isMaxLength(100))
}).annotate({ identifier: "EditTags" })
export type EditTags = typeof EditTags.Type

export const ObjectTags = Schema.Struct({ tags: Schema.Array(ObjectTag) }).annotate({ identifier: "ObjectTags" })

export interface RewrittenProperties {
  readonly headers: ObjectHeaders
  readonly metadata: Readonly<Record<string, string>>
  readonly storage_class: string
}

export const applyObjectEdit = (
  head: Pick<ObjectHead, "headers" | "metadata" | "storage_class">,
  edit: Pick<EditObject, "headers" | "metadata" | "storage_class">
): RewrittenProperties => {
  const metadata = new Map(Object.entries(head.metadata))
  for (const { name, value } of edit.metadata ?? []) {
    if (value === null) metadata.delete(name)
    else metadata.set(name, value)
  }
  return {
    headers: { ...head.headers, ...edit.headers },
    metadata: Object.fromEntries(metadata),
    storage_class: edit.storage_class ?? head.storage_class
  }
}

export const isNoOpEdit = (
  head: Pick<ObjectHead, "headers" | "metadata" | "storage_class">,
  properties: RewrittenProperties
): boolean =>
  head.storage_class === properties.storage_class &&
  Object.entries(properties.headers).every(([name, value]) => head.headers[name as ObjectHeaderName] === value) &&
  Object.keys(properties.metadata).length === Object.keys(head.metadata).length &&
  Object.entries(properties.metadata).every(([name, value]) => head.metadata[name] === value)

export const unwritableValues = ({ headers, metadata }: RewrittenProperties): ReadonlyArray<string> => [
  ...Object.entries(headers).flatMap(([name, value]) => (value === null || printable.test(value) ? [] : [name])),
  ...Object.entries(metadata).flatMap(([name, value]) =>
    printable.test(name) && printable.test(value) ? [] : [`metadata ${name}`]
  )
]

export const applyTagEdit = (
  tags: ReadonlyArray<Tag>,
  { remove, set }: Pick<EditTags, "remove" | "set">
): ReadonlyArray<Tag> => {
  const values = new Map(tags.map(({ key, value }) => [key, value]))
  for (const key of remove) values.delete(key)
  for (const { key, value } of set) values.set(key, value)
  return Array.from(values, ([key, value]) => ({ key, value }))
}
