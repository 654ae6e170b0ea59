import { createHash } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { crc32 as nativeCrc32 } from "node:zlib"
import { headerText } from "./sourceProperties.ts"

export const crc32Of = (bytes: Uint8Array): string => {
  const sum = Buffer.allocUnsafe(4)
  sum.writeUInt32BE(nativeCrc32(bytes))
  return sum.toString("base64")
}

const digestHex = /^"?([0-9a-f]{32})"?$/

const md5Headers = (etag: string | undefined): Record<string, string> | null => {
  const hex = digestHex.exec(etag ?? "")?.[1]
  return hex === undefined ? null : { "content-md5": Buffer.from(hex, "hex").toString("base64") }
}

const algorithms = ["crc64nvme", "sha256", "sha1", "crc32c", "crc32"] as const

/** RGW checks a checksum only when its algorithm is named too. */
const algorithmHeader = (name: string) => ({ "x-amz-sdk-checksum-algorithm": name.toUpperCase() })

/** Checksum of the whole object, as its source gives it: those of parts end with their number. */
const checksumHeaders = (headers: IncomingHttpHeaders): Record<string, string> | null => {
  if ((headers["x-amz-checksum-type"] ?? "FULL_OBJECT") !== "FULL_OBJECT") return null
  for (const name of algorithms) {
    const value = headerText(headers, `x-amz-checksum-${name}`)
    if (value !== undefined && !value.includes("-"))
      return { [`x-amz-checksum-${name}`]: value, ...algorithmHeader(name) }
  }
  return null
}

interface Digested {
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer | null
}

export interface Digest {
  readonly headers: Record<string, string>
  /** The source named it: what it is not of may be the ETag instead of the body. */
  readonly isOfSource: boolean
}

/**
 * Returns the headers by which the target checks a body: the checksum of the source, the ETag, or a CRC-32 of what is
 * held. A stream gets no CRC-32 of its own, for which RGW takes longer than for the rest. Null for a stream without
 * any. `hasPlainEtag`: an ETag in the form of an MD5 sum is one.
 */
export const digestOf = (
  { bytes, headers }: Digested,
  { hasPlainEtag, sumsHeld }: { readonly hasPlainEtag: boolean; readonly sumsHeld: boolean }
): Digest | null => {
  const checksum = checksumHeaders(headers)
  if (bytes !== null && sumsHeld && checksum === null)
    return { headers: { ...algorithmHeader("crc32"), "x-amz-checksum-crc32": crc32Of(bytes) }, isOfSource: false }
  const md5 = hasPlainEtag ? md5Headers(headers.etag) : null
  return md5 === null && checksum === null ? null : { headers: { ...md5, ...checksum }, isOfSource: true }
}

/** For a part whose answer has its own ETag, as RGW's has; otherwise the ETag of all parts proves it. */
export const digestOfPart = ({ etag }: IncomingHttpHeaders): Record<string, string> => md5Headers(etag) ?? {}

export const etagOfParts = (etags: ReadonlyArray<string>): string | null => {
  const hash = createHash("md5")
  for (const etag of etags) {
    const hex = digestHex.exec(etag)?.[1]
    if (hex === undefined) return null
    hash.update(hex, "hex")
  }
  return `"${hash.digest("hex")}-${etags.length}"`
}
