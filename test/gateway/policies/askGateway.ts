import { SignatureV4 } from "@smithy/signature-v4"
import { createHash, createHmac } from "node:crypto"

export type Keys = { readonly accessKey: string; readonly secretKey: string } | undefined

class Sha256 {
  readonly #hash
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", secret as string)
  }
  update(data: string | Uint8Array) {
    this.#hash.update(data)
  }
  async digest() {
    return new Uint8Array(this.#hash.digest())
  }
}

export interface Asking {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly service?: "s3" | "iam"
}

export const ask = async (
  url: string,
  keys: Keys,
  { body, headers = {}, method, path, query = {}, service = "s3" }: Asking
) => {
  const at = new URL(url)
  const plain = {
    method,
    protocol: at.protocol,
    hostname: at.hostname,
    port: Number(at.port),
    path,
    query: { ...query },
    // fetch adds a type to every body, and RGW refuses an unsigned one
    headers: {
      host: at.host,
      ...(body === undefined ? {} : { "content-type": "application/octet-stream" }),
      ...headers
    } as Record<string, string>,
    ...(body === undefined ? {} : { body })
  }
  const signer =
    keys === undefined
      ? undefined
      : new SignatureV4({
          credentials: { accessKeyId: keys.accessKey, secretAccessKey: keys.secretKey },
          region: "default",
          service,
          sha256: Sha256,
          uriEscapePath: false
        })
  const request = signer === undefined ? plain : await signer.sign(plain)
  const search = Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&")
  const { host: _, ...sent } = request.headers
  const answer = await fetch(`${url}${path}${search === "" ? "" : `?${search}`}`, {
    method,
    headers: sent,
    ...(body === undefined ? {} : { body })
  })
  return { status: answer.status, text: await answer.text() }
}

export const must = async (url: string, keys: Keys, asking: Asking): Promise<string> => {
  const { status, text } = await ask(url, keys, asking)
  if (status >= 300)
    throw new Error(`${asking.method} ${asking.path} ${JSON.stringify(asking.query ?? asking.body)}: ${status} ${text}`)
  return text
}

export const iam = (url: string, keys: Keys, parameters: Readonly<Record<string, string>>) =>
  must(url, keys, {
    method: "POST",
    path: "/",
    service: "iam",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ Version: "2010-05-08", ...parameters }).toString()
  })
