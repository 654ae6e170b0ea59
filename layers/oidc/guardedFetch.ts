import { X509Certificate } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { request, type RequestOptions } from "node:https"
import { type ConnectionOptions, createSecureContext, getCACertificates } from "node:tls"
import type { FetchBody } from "openid-client"
import type { Outbound } from "../outbound/Outbound.ts"
import { CallFailed, type CallStage } from "./CallFailed.ts"
import { connectionTrouble } from "./connectionTrouble.ts"

const CALL_TIMEOUT_MILLIS = 5000
const MAX_ANSWER_BYTES = 1024 * 1024
const READ_HEADERS = ["content-type", "www-authenticate"] as const

export interface CallOptions {
  readonly method: string
  readonly headers: Headers | Record<string, string>
  readonly body?: FetchBody
  readonly signal?: AbortSignal
}

export type GuardedFetch = (address: string, options: CallOptions) => Promise<Response>

/** OpenSSL skips an unreadable certificate in `ca`. */
const assertReadable = (caCertificate: string) => {
  const certificates = caCertificate.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  try {
    for (const certificate of certificates) new X509Certificate(certificate)
  } catch (unreadable) {
    throw new CallFailed(
      "connection",
      `ca_certificate cannot be read: ${unreadable instanceof Error ? unreadable.message : "no certificate"}`
    )
  }
  if (certificates.length === 0) throw new CallFailed("connection", "ca_certificate has no certificate in it")
}

const securityOf = (caCertificate: string | null) => {
  const minVersion = "TLSv1.2"
  if (caCertificate === null) return createSecureContext({ minVersion })
  assertReadable(caCertificate)
  return createSecureContext({ minVersion, ca: [...getCACertificates("default"), caCertificate] })
}

const textOf = (body: FetchBody): string => {
  if (body === undefined || body === null) return ""
  if (typeof body === "string" || body instanceof URLSearchParams) return body.toString()
  throw new TypeError("Only text is sent to providers")
}

const read = async (place: string, answer: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_ANSWER_BYTES)
      throw new CallFailed("answer", `${place} answers with more than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const responseOf = (place: string, answer: IncomingMessage, body: Buffer): Response => {
  const status = answer.statusCode ?? 0
  const headers = READ_HEADERS.flatMap((name): Array<[string, string]> => {
    const value = answer.headers[name]
    return value === undefined ? [] : [[name, value]]
  })
  if (status < 200 || status > 599) throw new CallFailed("answer", `${place} answers with status ${status}`)
  const bodiless = body.length === 0 || status === 204 || status === 205
  return new Response(bodiless ? null : new Uint8Array(body), { status, headers })
}

/** Refuses redirects. Each call has its own connection, since a pooled one was checked for another provider. */
export const guardedFetch = (outbound: Outbound["Service"], caCertificate: string | null): GuardedFetch => {
  let secureContext: ReturnType<typeof securityOf> | undefined

  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address)
    if (url.protocol !== "https:") throw new CallFailed("host", `${url.origin} is not HTTPS`)
    try {
      outbound.assertHost("oidc", url.hostname)
    } catch (refusal) {
      throw new CallFailed("host", connectionTrouble(url.host, refusal))
    }
    secureContext ??= securityOf(caCertificate)

    const deadline = AbortSignal.timeout(CALL_TIMEOUT_MILLIS)
    let stage: CallStage = "connection"
    const options: RequestOptions & Pick<ConnectionOptions, "secureContext"> = {
      method,
      headers: { ...Object.fromEntries(new Headers(headers)), "accept-encoding": "identity" },
      host: url.hostname,
      port: url.port === "" ? 443 : url.port,
      path: `${url.pathname}${url.search}`,
      agent: false,
      lookup: outbound.lookup("oidc"),
      secureContext,
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal])
    }
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const call = request(options, resolve)
        call.on("error", reject)
        call.on("socket", (socket) =>
          socket.once("secureConnect", () => {
            stage = "answer"
          })
        )
        call.end(textOf(body))
      })
      const status = answer.statusCode ?? 0
      if (status >= 300 && status < 400) {
        answer.destroy()
        throw new CallFailed(
          "answer",
          `${url.host} answers with a redirect (${status}), and a redirect is not followed`
        )
      }
      return responseOf(url.host, answer, await read(url.host, answer))
    } catch (error) {
      if (error instanceof CallFailed) throw error
      if (deadline.aborted)
        throw new CallFailed(stage, `${url.host} did not answer within ${CALL_TIMEOUT_MILLIS / 1000} seconds`)
      throw new CallFailed(stage, connectionTrouble(url.host, error))
    }
  }
}
