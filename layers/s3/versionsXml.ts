import type { StoredVersion } from "#domain/buckets/lifecycle/lifecycleOutcome.ts"
import { decodeKey } from "./keyText.ts"
import { type Fields, scanXml } from "./scanXml.ts"

export interface VersionRow extends StoredVersion {
  readonly key: string
  readonly isLatest: boolean
  readonly etag: string | null
}

export interface VersionsDocument {
  readonly versions: ReadonlyArray<VersionRow>
  readonly prefixes: ReadonlyArray<string>
  readonly next: { readonly key: string; readonly versionId: string } | null
}

const versionOf = (
  { ETag, IsLatest, Key, LastModified, Size = "0", StorageClass, VersionId }: Fields,
  isMarker: boolean,
  keyOf: (text: string) => string
): VersionRow | null => {
  const writtenAt = LastModified === undefined ? Number.NaN : Date.parse(LastModified)
  if (Key === undefined || !/^\d{1,15}$/.test(Size) || Number.isNaN(writtenAt)) return null
  return {
    key: keyOf(Key),
    versionId: VersionId || "null",
    size: isMarker ? 0 : Number(Size),
    writtenAt,
    isMarker,
    storageClass: StorageClass || "STANDARD",
    isLatest: IsLatest === "true",
    etag: isMarker ? null : (ETag ?? null)
  }
}

/** Null when malformed. Keeps versions and markers in document order, their age order, which the SDK loses. */
export const readVersions = (text: string): VersionsDocument | null => {
  const versions: Array<VersionRow> = []
  const prefixes: Array<string> = []
  // RGW writes EncodingType before the keys, Amazon after them
  const keyOf = text.includes("<EncodingType>url</EncodingType>") ? decodeKey : (key: string) => key
  try {
    const root = scanXml(text, "ListVersionsResult", (name, fields) => {
      if (name === "CommonPrefixes" && fields["Prefix"] !== undefined) prefixes.push(keyOf(fields["Prefix"]))
      if (name !== "Version" && name !== "DeleteMarker") return true
      const version = versionOf(fields, name === "DeleteMarker", keyOf)
      if (version !== null) versions.push(version)
      return version !== null
    })
    if (root === null || root["Name"] === undefined || "Version" in root || "DeleteMarker" in root) return null
    const { NextKeyMarker } = root
    return {
      versions,
      prefixes,
      next:
        root["IsTruncated"] === "true" && NextKeyMarker !== undefined
          ? { key: keyOf(NextKeyMarker), versionId: root["NextVersionIdMarker"] ?? "" }
          : null
    }
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
