import { Effect } from "effect"
import * as http from "node:http"
import * as https from "node:https"
import type * as net from "node:net"
import type { EndpointReach } from "#domain/iam/topics/EndpointCheck.ts"
import { PROBE_TIMEOUT, type Reach } from "#domain/iam/topics/TopicTest.ts"
import { OutboundRefused } from "./Outbound.ts"

interface PostRequest {
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  readonly lookup?: net.LookupFunction
  readonly verify: boolean
  /** Milliseconds. */
  readonly timeout?: number
  readonly isAccepted: (status: number) => boolean
}

const howOf = (code: string): Reach =>
  code === "ENOTFOUND" || code === "EAI_AGAIN"
    ? { how: "unknown_host" }
    : /CERT|SSL|TLS|SIGNATURE|ALTNAME|EPROTO/.test(code)
      ? { how: "tls" }
      : code === "ETIMEDOUT"
        ? { how: "slow" }
        : { how: "refused" }

export const ofFailure = (cause: Error): EndpointReach =>
  cause instanceof OutboundRefused
    ? { how: "not_allowed", answer: cause.message }
    : howOf("code" in cause ? String(cause.code) : "")

type Posted = EndpointReach & { readonly status?: number }

export const post = (
  url: string,
  { body, headers = {}, lookup, isAccepted, timeout = PROBE_TIMEOUT, verify }: PostRequest
) =>
  Effect.callback<Posted>((resume) => {
    const options: https.RequestOptions = {
      method: "POST",
      agent: false,
      rejectUnauthorized: verify,
      ...(lookup === undefined ? {} : { lookup }),
      headers: { ...headers, "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }
    }
    const outgoing = (url.startsWith("https:") ? https : http).request(url, options, (answer) => {
      answer.resume()
      const status = answer.statusCode ?? 0
      resume(
        Effect.succeed<Posted>(
          isAccepted(status)
            ? { how: "reached", status }
            : status >= 300 && status < 400
              ? { how: "redirected", answer: originOf(answer.headers.location ?? "", url), status }
              : { how: "other_answer", answer: String(status), status }
        )
      )
      outgoing.destroy()
    })
    const timer = setTimeout(() => {
      resume(Effect.succeed({ how: "slow" }))
      outgoing.destroy()
    }, timeout)
    outgoing.once("close", () => clearTimeout(timer))
    outgoing.on("error", (cause) => resume(Effect.succeed(ofFailure(cause))))
    outgoing.end(body)
    return Effect.sync(() => outgoing.destroy())
  })

/** A redirect's path may hold a secret. */
const originOf = (location: string, from: string): string => {
  const target = URL.parse(location, from)
  return target === null ? "nowhere that can be read" : `to ${target.origin}`
}
