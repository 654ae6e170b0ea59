import { Schema } from "effect"
import { PROBE_TIMEOUT, type Reach } from "./TopicTest.ts"

export const endpointVerdicts = [
  "took_it",
  "listens",
  "nowhere",
  "refused",
  "unknown_host",
  "redirected",
  "tls",
  "slow",
  "other_answer",
  "not_allowed"
] as const

export const EndpointCheck = Schema.Struct({
  verdict: Schema.Literals(endpointVerdicts),
  detail: Schema.String,
  address: Schema.String
}).annotate({ identifier: "EndpointCheck" })
export type EndpointCheck = typeof EndpointCheck.Type

/** Result of a probe. `listens`: a broker accepts connections, delivery is not tested; `not_allowed`: not tested. */
export type EndpointReach =
  | Reach
  | { readonly how: "listens" }
  | { readonly how: "not_allowed"; readonly answer: string }

const behind =
  "if events do not arrive all the same, the gateway cannot reach it: a firewall, another network, a name that " +
  "it cannot look up, a certificate that it does not trust"

export const explainEndpoint = (address: string, reach: EndpointReach, secret: boolean): EndpointCheck => {
  switch (reach.how) {
    case "reached":
      return { verdict: "took_it", address, detail: `${address} took an event without records; ${behind}` }
    case "listens":
      return {
        verdict: "listens",
        address,
        detail:
          `Something listens at ${address}. Whether it takes events is not tried, since only the gateway signs ` +
          `in there; ${behind}`
      }
    case "refused":
      return { verdict: "refused", address, detail: `Nothing listens at ${address}: the connection is refused` }
    case "unknown_host":
      return { verdict: "unknown_host", address, detail: `The name in ${address} cannot be looked up from here` }
    case "tls":
      return {
        verdict: "tls",
        address,
        detail:
          `${address} speaks no TLS, or its certificate is not trusted from here. The gateway refuses it too, ` +
          "unless it trusts its authority or the topic says that certificates are not looked at"
      }
    case "slow":
      return {
        verdict: "slow",
        address,
        detail:
          `${address} does not answer within ${PROBE_TIMEOUT / 1_000} seconds. Of a topic without a queue, ` +
          "whoever changes an object waits for it"
      }
    case "redirected":
      return {
        verdict: "redirected",
        address,
        detail: `${address} redirects (${reach.answer}), and gateways do not follow: push to where it leads`
      }
    case "other_answer":
      return {
        verdict: "other_answer",
        address,
        detail:
          `${address} answered with status ${reach.answer}` +
          (secret && /^40[13]$/.test(reach.answer)
            ? ", as is to be expected: user name and password are known to the gateway alone"
            : ": it did not take the event")
      }
    case "not_allowed":
      return {
        verdict: "not_allowed",
        address,
        detail: `Not tried: ${reach.answer}. The gateway may reach it all the same`
      }
  }
}
