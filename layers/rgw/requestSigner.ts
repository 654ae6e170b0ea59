import { createHash, createHmac, createSecretKey, type KeyObject } from "node:crypto"

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

const hmac = (key: string | Buffer | KeyObject, text: string) => createHmac("sha256", key).update(text).digest()
const hex = (text: string) => createHash("sha256").update(text).digest("hex")
const emptyHash = hex("")

const moment = (now: number) => new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, "")

/** Cheaper than `signRequest`, because it caches the day's key. `now` in milliseconds since the epoch. */
export const requestSigner = ({ accessKey, secretKey, sessionToken }: SigningKey, region: string) => {
  const scopeRegion = region === "" ? "default" : region
  let day = ""
  let dayKey: KeyObject | null = null
  return ({ headers = {}, host, method, path, query }: Signable, now: number): Record<string, string> => {
    const at = moment(now)
    const today = at.slice(0, 8)
    if (dayKey === null || today !== day) {
      day = today
      dayKey = createSecretKey(
        [today, scopeRegion, "s3", "aws4_request"].reduce<Buffer>(
          (key, part) => hmac(key, part),
          Buffer.from(`AWS4${secretKey}`)
        )
      )
    }
    const sent: Record<string, string> = {
      host,
      "x-amz-content-sha256": emptyHash,
      "x-amz-date": at,
      ...(sessionToken === null ? {} : { "x-amz-security-token": sessionToken }),
      ...headers
    }
    const names = Object.keys(sent).sort()
    const signed = names.join(";")
    const lines = names.map((name) => `${name}:${sent[name]}\n`).join("")
    const scope = `${today}/${scopeRegion}/s3/aws4_request`
    const request = [method, path, query, lines, signed, sent["x-amz-content-sha256"]].join("\n")
    const signature = hmac(dayKey, `AWS4-HMAC-SHA256\n${at}\n${scope}\n${hex(request)}`).toString("hex")
    return {
      ...sent,
      authorization:
        `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, ` + `SignedHeaders=${signed}, Signature=${signature}`
    }
  }
}
