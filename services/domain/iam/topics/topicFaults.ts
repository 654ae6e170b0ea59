import type { InputIssue } from "../../platform/errors/Errors.ts"
import { decodePolicy } from "../../buckets/policies/decodePolicy.ts"
import { unfilledPlaceholders } from "../../buckets/policies/placeholders.ts"
import { isLoopbackEndpoint, pushEndpointFault, transportOf } from "./pushEndpoint.ts"
import type { TopicInput } from "./Topic.ts"

export interface TopicPlace {
  /** The gateway is reached over TLS; otherwise it refuses secrets (N2). */
  readonly secure: boolean
  readonly endpoint: string
}

export const topicFaults = (input: TopicInput, { endpoint, secure }: TopicPlace): ReadonlyArray<InputIssue> => {
  const issues: Array<InputIssue> = []
  const at = (field: string, message: string) => issues.push({ path: [field], message })
  const target = input.push_endpoint === undefined ? endpoint : (input.push_endpoint ?? "")
  const fault =
    input.push_endpoint === undefined || input.push_endpoint === null ? null : pushEndpointFault(input.push_endpoint)
  if (fault !== null) at("push_endpoint", fault)
  if (input.credentials !== undefined) {
    if (input.push_endpoint === undefined || input.push_endpoint === null)
      at("credentials", "They go with an endpoint: send it again beside them")
    else if (!secure)
      at(
        "credentials",
        "Ceph RGW takes user names and passwords over TLS alone, and this gateway is reached by plain HTTP"
      )
  }
  const transport = transportOf(target)
  if (transport === "amqp" && input.push_endpoint !== undefined && (input.amqp_exchange ?? null) === null)
    at("amqp_exchange", "AMQP needs the name of an exchange")
  if (typeof input.policy === "string") {
    const { faults, policy } = decodePolicy(input.policy, "rgw")
    for (const one of [...faults, ...(policy === null ? [] : unfilledPlaceholders(policy, "bucket"))]) {
      // bucket ARN rules do not apply to topics
      if (/\.(Not)?Resource\b/.test(one.path) && !one.message.includes("is no ARN")) continue
      at("policy", `${one.line}:${one.column} ${one.message}`)
    }
  }
  return issues
}

export const topicWarnings = (input: TopicInput): ReadonlyArray<string> => {
  const { persistent, policy, push_endpoint: endpoint } = input
  return [
    ...(typeof endpoint === "string" && isLoopbackEndpoint(endpoint)
      ? ["This is the gateway’s own machine: each gateway of the cluster pushes to itself."]
      : []),
    ...(typeof endpoint === "string" && /^http:/i.test(endpoint)
      ? ["Names of objects, their metadata and tags travel unencrypted."]
      : []),
    ...(persistent === false
      ? [
          "Whoever changes an object waits until the endpoint has answered; what cannot be delivered is lost " +
            "without a word."
        ]
      : []),
    ...(typeof policy === "string" ? policyWarnings(policy) : [])
  ]
}

const policyWarnings = (text: string): ReadonlyArray<string> => {
  const statements = decodePolicy(text, "rgw").policy?.statements ?? []
  const open = statements.some(
    ({ conditions, effect, principal }) => effect === "Allow" && principal?.anyone === true && conditions.length === 0
  )
  const others = statements.flatMap(({ actions }) =>
    (actions ?? []).filter((one) => one !== "*" && !/^sns:/i.test(one))
  )
  return [
    ...(open ? ["Everybody who has a key of this gateway may do this with the topic."] : []),
    ...(others.length > 0 ? [`${others.join(", ")}: nothing that is done with a topic is such an action.`] : [])
  ]
}
