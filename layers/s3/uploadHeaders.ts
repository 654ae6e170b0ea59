import type { CopiedAttributes } from "#domain/objects/uploadAttributes.ts"
import { copyFields } from "./copyFields.ts"
import { ExpiresText } from "./expiresText.ts"

const headersOf = (headers: CopiedAttributes["headers"]) =>
  headers === undefined
    ? {}
    : {
        CacheControl: headers.cache_control ?? undefined,
        ContentDisposition: headers.content_disposition ?? undefined,
        ContentEncoding: headers.content_encoding ?? undefined,
        ContentLanguage: headers.content_language ?? undefined,
        Expires: headers.expires === null ? undefined : new ExpiresText(headers.expires),
        WebsiteRedirectLocation: headers.website_redirect ?? undefined
      }

export const attributesOf = ({
  cache_control,
  headers,
  metadata,
  only_new,
  properties,
  storage_class,
  tags
}: CopiedAttributes = {}) => ({
  ...headersOf(headers),
  ...(properties === undefined ? {} : copyFields(properties)),
  ...(only_new === undefined ? {} : { IfNoneMatch: "*" }),
  ...(cache_control === undefined ? {} : { CacheControl: cache_control }),
  ...(storage_class === undefined ? {} : { StorageClass: storage_class as "STANDARD" }),
  ...(metadata === undefined ? {} : { Metadata: { ...metadata } }),
  ...(tags === undefined || tags.length === 0
    ? {}
    : { Tagging: tags.map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join("&") })
})

/** RGW checks a checksum only when its algorithm is named too. */
export const checksumOf = (checksum: string | null | undefined) =>
  checksum === null || checksum === undefined ? {} : { ChecksumAlgorithm: "CRC32" as const, ChecksumCRC32: checksum }

/** Headers that must be signed as headers: RGW ignores them in the address. */
export const namedHeaders = (headers: Readonly<Record<string, string>>): Set<string> => new Set(Object.keys(headers))

export const signedHeaders = (
  checksum: string | null | undefined,
  attributes: CopiedAttributes = {}
): Record<string, string> => {
  const { Tagging } = attributesOf(attributes)
  return {
    ...(checksum === null || checksum === undefined
      ? {}
      : { "x-amz-sdk-checksum-algorithm": "CRC32", "x-amz-checksum-crc32": checksum }),
    ...(attributes.cache_control === undefined ? {} : { "cache-control": attributes.cache_control }),
    ...(attributes.only_new === undefined ? {} : { "if-none-match": "*" }),
    ...(attributes.storage_class === undefined ? {} : { "x-amz-storage-class": attributes.storage_class }),
    ...(Tagging === undefined ? {} : { "x-amz-tagging": Tagging }),
    ...Object.fromEntries(
      Object.entries(attributes.metadata ?? {}).map(([name, value]) => [`x-amz-meta-${name.toLowerCase()}`, value])
    )
  }
}
