import { Schema } from "effect"
import { Text } from "../platform/Text.ts"
import { ObjectKey } from "./ObjectListing.ts"
import { type ObjectHead, type ObjectHeaderName, type ObjectHeaders, ObjectTag, type ObjectTag as Tag } from "./ObjectDetails.ts"

/**
 * What can be signed and sent in a header: printable ASCII. Gateways and their clients disagree about everything else
 * (AWS: RFC 2047 words; RGW: bytes as they came), so that what is written with it cannot be relied on.
 */
const printable = /^[\x20-\x7e]*$/u
const headerText = (maximum: number) => Text(maximum).check(Schema.isPattern(printable))
const HeaderValue = Schema.NullOr(headerText(1_024))

/** The name of a piece of metadata without `x-amz-meta-`: a token of HTTP, and lower case, as every gateway gives it back. */
export const MetadataName = Text(128).check(Schema.isPattern(/^[a-z0-9!#$%&'*+.^_`|~-]+$/u))

/** Headers that change; null takes one away, what is not named stays. */
export const HeaderChanges = Schema.Struct({
  content_type: Schema.optionalKey(HeaderValue),
  cache_control: Schema.optionalKey(HeaderValue),
  content_disposition: Schema.optionalKey(HeaderValue),
  content_encoding: Schema.optionalKey(HeaderValue),
  content_language: Schema.optionalKey(HeaderValue),
  expires: Schema.optionalKey(Schema.NullOr(headerText(64).check(Schema.makeFilter((text: string) => !Number.isNaN(Date.parse(text)) || "Expected a date")))),
  website_redirect: Schema.optionalKey(HeaderValue)
}).annotate({ identifier: "HeaderChanges" })

/** Metadata that changes: `value` null takes a name away, what is not named stays. */
export const MetadataChange = Schema.Struct({ name: MetadataName, value: Schema.NullOr(headerText(2_048)) }).annotate({ identifier: "MetadataChange" })

/** Refuses a list that names something twice. */
export const unique = <A>(nameOf: (one: A) => string) =>
  Schema.makeFilter((all: ReadonlyArray<A>) => new Set(all.map(nameOf)).size === all.length || "Expected each name once")

export const StorageClassName = Text(64).check(Schema.isPattern(/^[A-Za-z0-9_.-]+$/u))

/** A change of an object's headers, metadata and storage class. It is made by copying the object onto itself. */
export const EditObject = Schema.Struct({
  key: ObjectKey,
  /** Of the details that the change was made from. */
  revision: Text(64),
  headers: Schema.optionalKey(HeaderChanges),
  metadata: Schema.optionalKey(Schema.Array(MetadataChange).check(Schema.isMaxLength(100), unique(({ name }: { readonly name: string }) => name))),
  storage_class: Schema.optionalKey(StorageClassName)
}).annotate({ identifier: "EditObject" })
export type EditObject = typeof EditObject.Type

/** S3: at most ten tags. */
export const tagLimit = 10

/** A change of tags: `set` writes some of them, `remove` takes names away, what is not named stays. */
export const EditTags = Schema.Struct({
  key: ObjectKey,
  version_id: Schema.optionalKey(Text(1_024)),
  set: Schema.Array(Schema.Struct({ key: Text(128).check(Schema.isNonEmpty()), value: Text(256) }))
    .check(Schema.isMaxLength(tagLimit), unique(({ key }: { readonly key: string }) => key)),
  remove: Schema.Array(Text(128)).check(Schema.isMaxLength(100))
}).annotate({ identifier: "EditTags" })
export type EditTags = typeof EditTags.Type

export const ObjectTags = Schema.Struct({ tags: Schema.Array(ObjectTag) }).annotate({ identifier: "ObjectTags" })

/** What stands in a rewritten object of what an edit names. */
export interface Rewritten {
  readonly headers: ObjectHeaders
  readonly metadata: Readonly<Record<string, string>>
  readonly storage_class: string
}

/** An object as an edit leaves it: what the edit does not name is as it was. */
export const edited = (head: Pick<ObjectHead, "headers" | "metadata" | "storage_class">, edit: Pick<EditObject, "headers" | "metadata" | "storage_class">): Rewritten => {
  const metadata = new Map(Object.entries(head.metadata))
  for (const { name, value } of edit.metadata ?? []) {
    if (value === null) metadata.delete(name)
    else metadata.set(name, value)
  }
  return { headers: { ...head.headers, ...edit.headers }, metadata: Object.fromEntries(metadata), storage_class: edit.storage_class ?? head.storage_class }
}

/** Whether an edit leaves everything as it is. */
export const changesNothing = (head: Pick<ObjectHead, "headers" | "metadata" | "storage_class">, wanted: Rewritten): boolean =>
  head.storage_class === wanted.storage_class &&
  Object.entries(wanted.headers).every(([name, value]) => head.headers[name as ObjectHeaderName] === value) &&
  Object.keys(wanted.metadata).length === Object.keys(head.metadata).length &&
  Object.entries(wanted.metadata).every(([name, value]) => head.metadata[name] === value)

/** What of an object could not be written back as it is, because it is not printable ASCII: our names. */
export const unwritable = ({ headers, metadata }: Rewritten): ReadonlyArray<string> => [
  ...Object.entries(headers).flatMap(([name, value]) => value === null || printable.test(value) ? [] : [name]),
  ...Object.entries(metadata).flatMap(([name, value]) => printable.test(name) && printable.test(value) ? [] : [`metadata ${name}`])
]

/** Tags as a change leaves them, in their order; new ones stand at the end. */
export const retagged = (tags: ReadonlyArray<Tag>, { remove, set }: Pick<EditTags, "remove" | "set">): ReadonlyArray<Tag> => {
  const values = new Map(tags.map(({ key, value }) => [key, value]))
  for (const key of remove) values.delete(key)
  for (const { key, value } of set) values.set(key, value)
  return Array.from(values, ([key, value]) => ({ key, value }))
}
