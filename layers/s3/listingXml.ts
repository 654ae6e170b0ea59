import type { ListedObject } from "#domain/objects/ObjectListing.ts"
import { decodeKey } from "./keyText.ts"

/** What one page of ListObjectsV2 says, keys decoded. */
export interface ListingDocument {
  readonly objects: ReadonlyArray<ListedObject>
  readonly prefixes: ReadonlyArray<string>
  /** Null at the end. */
  readonly next: string | null
}

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: `"`, apos: "'" }

const textOf = (raw: string): string =>
  raw.includes("&")
    ? raw.replaceAll("&quot;", `"`).replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (entity, decimal?: string, hex?: string, name?: string) =>
      decimal !== undefined ? String.fromCodePoint(Number(decimal))
        : hex !== undefined ? String.fromCodePoint(Number.parseInt(hex, 16)) : named[name ?? ""] ?? entity)
    : raw

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const momentOf = (text: string | undefined): string | null => {
  if (text === undefined) return null
  if (moment.test(text)) return text
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

type Fields = Record<string, string>

const objectOf = (fields: Fields): ListedObject | null => {
  const { ETag, Key, LastModified, Size = "0", StorageClass = "STANDARD" } = fields
  if (Key === undefined || !/^\d{1,15}$/.test(Size)) return null
  return { key: Key, size_bytes: Number(Size), etag: ETag ?? null, storage_class: StorageClass, modified_at: momentOf(LastModified) }
}

const plain = /^\w+$/

/** A name, without its namespace prefix and attributes. */
const elementName = (tag: string): string => {
  if (plain.test(tag)) return tag
  const end = tag.search(/[\s/]/)
  const name = end < 0 ? tag : tag.slice(0, end)
  return name.slice(name.indexOf(":") + 1)
}

/** The token is the gateway's own, and never encoded. */
const decoded = ({ next, objects, prefixes }: ListingDocument): ListingDocument | null => {
  try {
    return { objects: objects.map((object) => ({ ...object, key: decodeKey(object.key) })), prefixes: prefixes.map(decodeKey), next }
  } catch {
    // a percent sign that encodes nothing: whatever this is, its keys cannot be told
    return null
  }
}

/**
 * Reads the answer to ListObjectsV2 with `encoding-type=url`, in one pass over its text; null for what is not one, whole and well
 * formed. The SDK's own reader costs half as much as the gateway's work for the same page (docs/decisions/gateways.md).
 */
export const readListing = (text: string): ListingDocument | null => {
  const objects: Array<ListedObject> = []
  const prefixes: Array<string> = []
  const root: Fields = {}
  const open: Array<string> = []
  let fields: Fields = {}
  let ended = false
  let at = 0
  for (;;) {
    const less = text.indexOf("<", at)
    if (less < 0) break
    const more = text.indexOf(">", less)
    if (more < 0 || ended) return null
    const tag = text.slice(less + 1, more)
    if (tag.startsWith("!")) return null
    if (tag.startsWith("?")) {
      at = more + 1
      continue
    }
    if (tag.startsWith("/")) {
      const name = elementName(tag.slice(1).trimEnd())
      if (open.pop() !== name) return null
      if (open.length === 2) fields[name] = textOf(text.slice(at, less))
      else if (open.length === 1) {
        if (name === "Contents") {
          const object = objectOf(fields)
          if (object === null) return null
          objects.push(object)
        } else if (name === "CommonPrefixes") {
          if (fields["Prefix"] !== undefined) prefixes.push(fields["Prefix"])
        } else root[name] = textOf(text.slice(at, less))
        fields = {}
      } else if (open.length === 0) ended = true
    } else if (!tag.endsWith("/")) {
      const name = elementName(tag)
      if (open.length === 0 && name !== "ListBucketResult") return null
      open.push(name)
    } else if (open.length === 0) return null
    at = more + 1
  }
  if (!ended || root["Name"] === undefined) return null
  const next = root["IsTruncated"] === "true" ? root["NextContinuationToken"] ?? null : null
  return root["EncodingType"] === "url" ? decoded({ objects, prefixes, next }) : { objects, prefixes, next }
}
