import { createHmac, hash } from "node:crypto"

export interface SigningKey {
  readonly accessKey: string
  readonly secretKey: string
  readonly sessionToken: string | null
}

export interface Signable {
  readonly method: "GET" | "HEAD" | "PUT"
  readonly host: string
  readonly path: string
  readonly query: string
  readonly headers?: Readonly<Record<string, string>>
}

const hex = (text: string) => hash("sha256", text, "hex")
const emptyHash = hex("")

const BLOCK_BYTES = 64

/** HMAC-SHA-256 by hashes of one call each: a hash object costs more than hashing. `key` has 32 bytes. */
const keyedHash = (key: Buffer) => {
  const [inner, outer] = [Buffer.alloc(BLOCK_BYTES, 0x36), Buffer.alloc(BLOCK_BYTES + key.length, 0x5c)]
  for (const [index, byte] of key.entries()) {
    inner[index] = byte ^ 0x36
    outer[index] = byte ^ 0x5c
  }
  return (text: string): string => {
    hash("sha256", Buffer.concat([inner, Buffer.from(text)]), "buffer").copy(outer, BLOCK_BYTES)
    return hash("sha256", outer, "hex")
  }
}

const dayKeyOf = (secretKey: string, day: string, region: string) =>
  [day, region, "s3", "aws4_request"].reduce<Buffer>(
    (key, part) => createHmac("sha256", key).update(part).digest(),
    Buffer.from(`AWS4${secretKey}`)
  )

const secondText = (now: number) => new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, "")

/** SigV4 trims values and reduces spaces. */
const canonical = (value: string): string => (/^\s|\s\s|\s$/.test(value) ? value.trim().replace(/\s+/g, " ") : value)

/** Cheaper than `signRequest`, because it caches the day's key. `now` in milliseconds since the epoch. */
export const requestSigner = ({ accessKey, secretKey, sessionToken }: SigningKey, region: string) => {
  const scopeRegion = region === "" ? "default" : region
  let [second, at] = [Number.NaN, ""]
  let [day, hmac] = ["", keyedHash(Buffer.alloc(32))]
  return ({ headers = {}, host, method, path, query }: Signable, now: number): Record<string, string> => {
    const thisSecond = Math.floor(now / 1_000)
    if (thisSecond !== second) [second, at] = [thisSecond, secondText(now)]
    const today = at.slice(0, 8)
    if (today !== day) [day, hmac] = [today, keyedHash(dayKeyOf(secretKey, today, scopeRegion))]
    const sent: Record<string, string> = {
      host,
      "x-amz-content-sha256": emptyHash,
      "x-amz-date": at,
      ...(sessionToken === null ? {} : { "x-amz-security-token": sessionToken }),
      ...headers
    }
    const names = Object.keys(sent).sort()
    const signed = names.join(";")
    const lines = names.map((name) => `${name}:${canonical(sent[name] ?? "")}\n`).join("")
    const scope = `${today}/${scopeRegion}/s3/aws4_request`
    const request = [method, path, query, lines, signed, sent["x-amz-content-sha256"]].join("\n")
    const signature = hmac(`AWS4-HMAC-SHA256\n${at}\n${scope}\n${hex(request)}`)
    return {
      ...sent,
      authorization:
        `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, ` + `SignedHeaders=${signed}, Signature=${signature}`
    }
  }
}
