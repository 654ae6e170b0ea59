import { createHash } from "node:crypto"
import { crc32 } from "node:zlib"
import { type Call, header } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"

const longestLine = 16_384

/** Trailers are added to `trailers`. Chunk signatures are not supported. */
export async function* decodeChunks(
  source: AsyncIterable<Buffer>,
  trailers: Map<string, string>
): AsyncGenerator<Buffer> {
  let pending: Buffer = Buffer.alloc(0)
  let remaining = 0
  let state: "size" | "data" | "data-end" | "trailer" | "done" = "size"
  for await (const piece of source) {
    pending = pending.length === 0 ? piece : Buffer.concat([pending, piece])
    while (pending.length > 0 && state !== "done") {
      if (state === "data") {
        const taken = pending.subarray(0, remaining)
        pending = pending.subarray(taken.length)
        remaining -= taken.length
        if (remaining === 0) state = "data-end"
        yield taken
        continue
      }
      const end = pending.indexOf("\r\n")
      if (end < 0) {
        if (pending.length > longestLine) throw new GatewayError("IncompleteBody")
        break
      }
      const line = pending.subarray(0, end).toString("latin1")
      pending = pending.subarray(end + 2)
      if (state === "size") {
        remaining = Number.parseInt(line, 16)
        if (Number.isNaN(remaining)) throw new GatewayError("IncompleteBody")
        state = remaining === 0 ? "trailer" : "data"
      } else if (state === "data-end") {
        state = "size"
      } else if (line === "") {
        state = "done"
      } else {
        const colon = line.indexOf(":")
        trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
      }
    }
  }
  if (state !== "done" && state !== "trailer") throw new GatewayError("IncompleteBody")
}

/** The sandbox computes CRC32; other checksums are only stored. */
export const checksumHeaders = [
  "x-amz-checksum-crc32",
  "x-amz-checksum-crc32c",
  "x-amz-checksum-crc64nvme",
  "x-amz-checksum-sha1",
  "x-amz-checksum-sha256"
]

const crc32Text = (value: number): string => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes.toString("base64")
}

export class Payload {
  readonly #call: Call
  #crc = ""
  readonly trailers = new Map<string, string>()
  constructor(call: Call) {
    this.#call = call
  }

  /** Fails at the end with BadDigest, IncompleteBody or XAmzContentSHA256Mismatch. */
  async *bytes(): AsyncGenerator<Buffer> {
    const call = this.#call
    const claimed = call.payloadHash
    if (claimed.startsWith("STREAMING-AWS4-")) throw new GatewayError("NotImplemented")
    const chunked = claimed === "STREAMING-UNSIGNED-PAYLOAD-TRAILER" || claimed === "STREAMING-UNSIGNED-PAYLOAD"
    const source = call.req as AsyncIterable<Buffer>
    const announced = header(call, chunked ? "x-amz-decoded-content-length" : "content-length")
    const md5 = header(call, "content-md5")
    if (md5 !== undefined && Buffer.from(md5, "base64").length !== 16) throw new GatewayError("InvalidDigest")
    const sha256 = /^[0-9a-f]{64}$/.test(claimed) ? createHash("sha256") : undefined
    const md5Hash = md5 === undefined ? undefined : createHash("md5")
    let size = 0
    let crc = 0
    for await (const piece of chunked ? decodeChunks(source, this.trailers) : source) {
      size += piece.length
      call.bytesReceived += piece.length
      sha256?.update(piece)
      md5Hash?.update(piece)
      crc = crc32(piece, crc)
      yield piece
    }
    if (announced !== undefined && Number(announced) !== size) throw new GatewayError("IncompleteBody")
    if (sha256 !== undefined && sha256.digest("hex") !== claimed) throw new GatewayError("XAmzContentSHA256Mismatch")
    if (md5Hash !== undefined && md5Hash.digest("base64") !== md5) throw new GatewayError("BadDigest")
    const trailing = this.trailers.get("x-amz-checksum-crc32")
    this.#crc = crc32Text(crc)
    // RGW compares a checksum header only if its algorithm is named
    const headerCrc =
      header(call, "x-amz-sdk-checksum-algorithm")?.toUpperCase() === "CRC32"
        ? header(call, "x-amz-checksum-crc32")
        : undefined
    if ([trailing, headerCrc].some((sum) => sum !== undefined && sum !== this.#crc)) throw new GatewayError("BadDigest")
  }

  crc32() {
    return { name: "x-amz-checksum-crc32", value: this.#crc }
  }

  checksum(): { readonly name: string; readonly value: string } | undefined {
    for (const name of checksumHeaders) {
      const value = this.trailers.get(name) ?? header(this.#call, name)
      if (value !== undefined) return { name, value }
    }
    return undefined
  }
}

export const readText = async (call: Call, limit = 4 * 1024 * 1024): Promise<string> => {
  const pieces: Array<Buffer> = []
  let size = 0
  for await (const piece of new Payload(call).bytes()) {
    size += piece.length
    if (size > limit) throw new GatewayError("InvalidRequest", "the body is too large")
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString("utf8")
}
