import { Schema } from "effect"
import { ExistingBucketName } from "../../buckets/BucketName.ts"
import { streamEvent } from "../../platform/streamEvent.ts"

/** Which bucket's events are tried. */
export const TestNotifications = Schema.Struct({ bucket: ExistingBucketName }).annotate({ identifier: "TestNotifications" })

export const topicTestSteps = ["topic", "notification", "object", "arrival", "cleanup"] as const

/** One step of a test. */
export const TopicTestStep = Schema.Struct({
  step: Schema.Literals(topicTestSteps),
  state: Schema.Literals(["running", "done", "failed"]),
  /** What was done, or why not. */
  detail: Schema.String
}).annotate({ identifier: "TopicTestStep" })
export type TopicTestStep = typeof TopicTestStep.Type

/** Why an event did not arrive, as far as it can be told from here. */
export const topicTestVerdicts = ["arrived", "not_made", "gateway_cannot_reach", "refused", "unknown_host", "redirected", "tls", "slow", "other_answer"] as const

/** What a test came to. */
export const TopicTestResult = Schema.Struct({
  verdict: Schema.Literals(topicTestVerdicts),
  /** In words, with what to do. */
  detail: Schema.String,
  /** The address that the gateway was given, without its secret end. */
  address: Schema.String,
  /** Milliseconds from the upload of the object to the arrival of its event; null: it did not arrive. */
  latency_ms: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "TopicTestResult" })
export type TopicTestResult = typeof TopicTestResult.Type

/** Steps as they begin and end, and last what it came to. */
export const TopicTestEvent = Schema.Union([streamEvent("step", TopicTestStep), streamEvent("result", TopicTestResult)])
export type TopicTestEvent = typeof TopicTestEvent.Type

/** How an address was found from here. */
export type Reach = { readonly how: "reached" | "refused" | "unknown_host" | "tls" | "slow" } | { readonly how: "redirected" | "other_answer"; readonly answer: string }

/** Milliseconds after which an address counts as slow. */
export const probePatience = 2_000

/** What to say where nothing arrived, from how the same address is reached from here. */
export const explainSilence = (address: string, reach: Reach): Pick<TopicTestResult, "verdict" | "detail"> => {
  const give = "Set EVENTS_ORIGIN to an address at which the gateway reaches this service"
  switch (reach.how) {
    case "reached":
      return { verdict: "gateway_cannot_reach", detail: `The gateway accepted topic and notification, but nothing arrived at ${address}. From here that address works: the gateway cannot reach it (a firewall, another network, a name that it cannot look up, a certificate that it does not trust). ${give}` }
    case "refused":
      return { verdict: "refused", detail: `Nothing listens at ${address}: the connection is refused from here too. ${give}` }
    case "unknown_host":
      return { verdict: "unknown_host", detail: `The name in ${address} cannot be looked up, from here either. ${give}` }
    case "tls":
      return { verdict: "tls", detail: `The certificate at ${address} is not trusted, from here either: gateways refuse it unless their topic says otherwise. ${give}` }
    case "slow":
      return { verdict: "slow", detail: `${address} does not answer in time, from here either. ${give}` }
    case "redirected":
      return { verdict: "redirected", detail: `${address} redirects (${reach.answer}), and gateways do not follow. Set EVENTS_ORIGIN to where it leads` }
    case "other_answer":
      return { verdict: "other_answer", detail: `Something else answers at ${address} (status ${reach.answer}): a proxy, or another program. ${give}` }
  }
}
