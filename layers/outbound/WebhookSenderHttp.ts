import { Effect, Layer } from "effect"
import type { EndpointReach } from "#domain/iam/topics/EndpointCheck.ts"
import { hostAllowed } from "#domain/platform/AllowedHost.ts"
import { Settings } from "#services/platform/Settings.ts"
import { WebhookSender } from "#services/objects/migrations/WebhookSender.ts"
import { Outbound, OutboundRefused } from "./Outbound.ts"
import { post } from "./postRequest.ts"

/** Milliseconds. */
const WEBHOOK_TIMEOUT = 10_000

const isExplicit = (entries: ReadonlyArray<string>, host: string): boolean =>
  entries.some((entry) => !entry.startsWith("*.") && hostAllowed([entry], host))

const REASONS = {
  refused: "The connection was refused",
  unknown_host: "The host name cannot be resolved",
  tls: "The certificate is not accepted",
  slow: "The receiver did not answer in time"
} as const

const problemOf = (reach: EndpointReach): string | null => {
  switch (reach.how) {
    case "reached":
      return null
    case "redirected":
      return "The receiver redirects, which is not followed"
    case "other_answer":
      return `The receiver answered ${reach.answer}`
    case "not_allowed":
      return reach.answer
    default:
      return REASONS[reach.how as keyof typeof REASONS]
  }
}

/** Production needs HTTPS, unless the host is listed by itself, as a webhook host and as a private one. */
export const WebhookSenderHttp = Layer.effect(
  WebhookSender,
  Effect.gen(function* () {
    const outbound = yield* Outbound
    const { migrationWebhookHosts, mode, outbound: lists } = yield* Settings

    const fault = (url: string): string | null => {
      const address = URL.parse(url)
      if (address === null || (address.protocol !== "https:" && address.protocol !== "http:"))
        return "Expected an address such as https://hooks.example.org/stowage"
      if (address.username !== "" || address.password !== "" || address.hash !== "")
        return "Expected an address without user, password or fragment"
      try {
        outbound.assertHost("webhooks", address.hostname)
      } catch (refusal) {
        if (refusal instanceof OutboundRefused) return refusal.message
        throw refusal
      }
      const plainAllowed =
        mode !== "production" ||
        (isExplicit(migrationWebhookHosts, address.hostname) && isExplicit(lists.privateHosts, address.hostname))
      return address.protocol === "https:" || plainAllowed
        ? null
        : "Expected https: plain HTTP is only for hosts on OUTBOUND_PRIVATE_HOSTS"
    }

    return WebhookSender.of({
      fault,
      send: ({ body, headers, url }) =>
        Effect.suspend(() => {
          const refusal = fault(url)
          if (refusal !== null) return Effect.succeed({ problem: refusal, status: null })
          const sent = post(url, {
            body,
            headers,
            lookup: outbound.lookup("webhooks"),
            verify: true,
            timeout: WEBHOOK_TIMEOUT,
            isAccepted: (status) => status >= 200 && status < 300
          })
          return Effect.map(sent, ({ status = null, ...reach }) => ({ problem: problemOf(reach), status }))
        })
    })
  })
)
