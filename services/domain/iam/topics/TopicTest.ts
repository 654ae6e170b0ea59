import { Schema } from "effect"
import { ExistingBucketName } from "../../buckets/BucketName.ts"
import { streamEvent } from "../../platform/streamEvent.ts"

export const TestNotifications = Schema.Struct({ bucket: ExistingBucketName }).annotate({
  identifier: "TestNotifications"
})

export const topicTestSteps = ["topic", "notification", "object", "arrival", "cleanup"] as const

export const TopicTestStep = Schema.Struct({
  step: Schema.Literals(topicTestSteps),
  state: Schema.Literals(["running", "done", "failed"]),
  detail: Schema.String
}).annotate({ identifier: "TopicTestStep" })
export type TopicTestStep = typeof TopicTestStep.Type

export const topicTestVerdicts = [
  "arrived",
  "not_made",
  "gateway_cannot_reach",
  "refused",
  "unknown_host",
  "redirected",
  "tls",
  "slow",
  "other_answer"
] as const

export const TopicTestResult = Schema.Struct({
  verdict: Schema.Literals(topicTestVerdicts),
  detail: Schema.String,
  address: Schema.String,
  latency_ms: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "TopicTestResult" })
export type TopicTestResult = typeof TopicTestResult.Type

export const TopicTestEvent = Schema.Union([streamEvent("step", TopicTestStep), streamEvent("result", TopicTestResult)])
export type TopicTestEvent = typeof TopicTestEvent.Type

export type Reach =
  | { readonly how: "reached" | "refused" | "unknown_host" | "tls" | "slow" }
  | { readonly how: "redirected" | "other_answer"; readonly answer: string }

export const PROBE_TIMEOUT = 2_000

export const explainMissingEvent = (address: string, reach: Reach): Pick<TopicTestResult, "verdict" | "detail"> => {
  const advice = "Set EVENTS_ORIGIN to an address at which the gateway reaches this service"
  switch (reach.how) {
    case "reached":
      return {
        verdict: "gateway_cannot_reach",
        detail:
          `The gateway accepted topic and notification, but nothing arrived at ${address}. From here that ` +
          "address works: the gateway cannot reach it (a firewall, another network, a name that it cannot look " +
          `up, a certificate that it does not trust). ${advice}`
      }
    case "refused":
      return {
        verdict: "refused",
        detail: `Nothing listens at ${address}: the connection is refused from here too. ${advice}`
      }
    case "unknown_host":
      return {
        verdict: "unknown_host",
        detail: `The name in ${address} cannot be looked up, from here either. ${advice}`
      }
    case "tls":
      return {
        verdict: "tls",
        detail:
          `The certificate at ${address} is not trusted, from here either: gateways refuse it unless their topic ` +
          `says otherwise. ${advice}`
      }
    case "slow":
      return { verdict: "slow", detail: `${address} does not answer in time, from here either. ${advice}` }
    case "redirected":
      return {
        verdict: "redirected",
        detail: `${address} redirects (${reach.answer}), and gateways do not follow. Set EVENTS_ORIGIN to its target`
      }
    case "other_answer":
      return {
        verdict: "other_answer",
        detail: `Something else answers at ${address} (status ${reach.answer}): a proxy, or another program. ${advice}`
      }
  }
}
