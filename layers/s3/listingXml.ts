import type { ListedObject } from "#domain/objects/ObjectListing.ts"
import { decodeKey } from "./keyText.ts"
import { type Fields, scanXml } from "./scanXml.ts"

export interface ListingDocument {
  readonly objects: ReadonlyArray<ListedObject>
  readonly prefixes: ReadonlyArray<string>
  readonly next: string | null
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const momentOf = (text: string | undefined): string | null => {
  if (text === undefined) return null
  if (moment.test(text)) return text
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

const objectOf = (fields: Fields): ListedObject | null => {
  const { ETag, Key, LastModified, Size = "0", StorageClass = "STANDARD" } = fields
  if (Key === undefined || !/^\d{1,15}$/.test(Size)) return null
  return {
    key: Key,
    size_bytes: Number(Size),
    etag: ETag ?? null,
    storage_class: StorageClass,
    modified_at: momentOf(LastModified)
  }
}

const decoded = ({ next, objects, prefixes }: ListingDocument): ListingDocument | null => {
  try {
    return {
      objects: objects.map((object) => ({ ...object, key: decodeKey(object.key) })),
      prefixes: prefixes.map(decodeKey),
      next
    }
  } catch {
    // a stray percent sign: the keys cannot be decoded
    return null
  }
}

/** Null when malformed. The SDK's reader costs half as much as the gateway's work (docs/decisions/gateways.md). */
export const readListing = (text: string): ListingDocument | null => {
  const objects: Array<ListedObject> = []
  const prefixes: Array<string> = []
  const root = scanXml(text, "ListBucketResult", (name, fields) => {
    if (name === "Contents") {
      const object = objectOf(fields)
      if (object === null) return false
      objects.push(object)
    } else if (name === "CommonPrefixes" && fields["Prefix"] !== undefined) prefixes.push(fields["Prefix"])
    return true
  })
  if (root === null || root["Name"] === undefined || "Contents" in root) return null
  const next = root["IsTruncated"] === "true" ? (root["NextContinuationToken"] ?? null) : null
  return root["EncodingType"] === "url" ? decoded({ objects, prefixes, next }) : { objects, prefixes, next }
}
