import { Redacted } from "effect"
import { createHash } from "node:crypto"
import { transportOf, withCredentials, withoutCredentials } from "#domain/iam/topics/pushEndpoint.ts"
import { type Topic, type TopicAttributes, topicNameOf, type TopicInput } from "#domain/iam/topics/Topic.ts"
import { sanitizeText } from "#domain/platform/Text.ts"
import { type Element, elementsOf, findElement, textAt } from "#domain/platform/xml/Element.ts"

type WireFields = Readonly<Record<string, string>>

/** RGW writes "None" for unset values. */
const parseInteger = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
const truth = (text: string | undefined): boolean | null =>
  /^true$/i.test(text ?? "") ? true : /^false$/i.test(text ?? "") ? false : null
const filled = (text: string | undefined): string | null => (text === undefined || text === "" ? null : text)

/** RGW does not escape `a=b&c=d`. */
const argsOf = (text: string): WireFields =>
  Object.fromEntries(
    text.split("&").flatMap((pair) => {
      const at = pair.indexOf("=")
      return at < 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]]
    })
  )

const topicOf = (wireFields: WireFields): Topic => {
  const arn = wireFields["TopicArn"] ?? ""
  const args = argsOf(wireFields["EndpointArgs"] ?? "")
  const { address, credentials } = withoutCredentials(wireFields["EndpointAddress"] ?? "")
  const attributes: TopicAttributes = {
    push_endpoint: address,
    transport: transportOf(address),
    // arguments may contain user name and password in clear
    has_credentials: credentials || truth(wireFields["HasStoredSecret"]) === true || (args["password"] ?? "") !== "",
    opaque_data: wireFields["OpaqueData"] ?? "",
    persistent: truth(wireFields["Persistent"]) === true,
    time_to_live: parseInteger(wireFields["TimeToLive"]),
    max_retries: parseInteger(wireFields["MaxRetries"]),
    retry_sleep_duration: parseInteger(wireFields["RetrySleepDuration"]),
    verify_ssl: truth(args["verify-ssl"]),
    use_ssl: truth(args["use-ssl"]),
    ca_location: filled(args["ca-location"]),
    cloudevents: truth(args["cloudevents"]),
    amqp_exchange: filled(args["amqp-exchange"]),
    amqp_ack_level: filled(args["amqp-ack-level"]),
    kafka_ack_level: filled(args["kafka-ack-level"]),
    kafka_mechanism: filled(args["mechanism"]),
    policy: filled(wireFields["Policy"])
  }
  const version = createHash("sha256").update(JSON.stringify(attributes)).digest("hex").slice(0, 32)
  return { name: wireFields["Name"] ?? topicNameOf(arn), arn, attributes, version }
}

const fields = (element: Element | undefined, names: ReadonlyArray<string>): WireFields =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = textAt(element, name)
      return text === undefined ? [] : [[name, sanitizeText(text)]]
    })
  )

const endpointFields = [
  "EndpointAddress",
  "EndpointArgs",
  "HasStoredSecret",
  "Persistent",
  "TimeToLive",
  "MaxRetries",
  "RetrySleepDuration"
]

export const topicsOn = (result: Element): ReadonlyArray<Topic> =>
  elementsOf(findElement(result, "Topics"), "member").map((member) =>
    topicOf({
      ...fields(member, ["Name", "TopicArn", "OpaqueData", "Policy"]),
      ...fields(findElement(member, "EndPoint"), endpointFields)
    })
  )

const endpointJson = (text: string): WireFields => {
  try {
    const wireFields: unknown = JSON.parse(text)
    return typeof wireFields === "object" && wireFields !== null
      ? Object.fromEntries(Object.entries(wireFields).map(([name, value]) => [name, sanitizeText(String(value))]))
      : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

export const topicIn = (result: Element): Topic => {
  const entries = Object.fromEntries(
    elementsOf(findElement(result, "Attributes"), "entry").map((one) => [
      textAt(one, "key") ?? "",
      sanitizeText(textAt(one, "value") ?? "")
    ])
  )
  const { EndPoint: endpoint, ...wireFields } = entries
  return topicOf({ ...wireFields, ...(endpoint === undefined ? {} : endpointJson(endpoint)) })
}

/** The last of several entries with one ARN is the newest. */
export const newestPerArn = (topics: ReadonlyArray<Topic>): ReadonlyArray<Topic> => [
  ...new Map(topics.map((topic) => [topic.arn, topic])).values()
]

const names = {
  opaque_data: "OpaqueData",
  persistent: "persistent",
  time_to_live: "time_to_live",
  max_retries: "max_retries",
  retry_sleep_duration: "retry_sleep_duration",
  verify_ssl: "verify-ssl",
  use_ssl: "use-ssl",
  ca_location: "ca-location",
  cloudevents: "cloudevents",
  amqp_exchange: "amqp-exchange",
  amqp_ack_level: "amqp-ack-level",
  kafka_ack_level: "kafka-ack-level",
  kafka_mechanism: "mechanism",
  policy: "Policy"
} as const satisfies Readonly<Record<Exclude<keyof TopicInput, "push_endpoint" | "credentials">, string>>

/** The riskiest attribute first: policy, then endpoint. "" resets one (N5). */
export const attributesOf = (input: TopicInput): ReadonlyArray<readonly [name: string, value: string]> => {
  const plain = Object.entries(names).flatMap(([field, name]) => {
    const value = input[field as keyof typeof names]
    return value === undefined ? [] : [[name, value === null ? "" : String(value)] as const]
  })
  const { credentials, push_endpoint: endpoint } = input
  const pushed =
    endpoint === undefined
      ? []
      : [
          [
            "push-endpoint",
            endpoint === null
              ? ""
              : credentials === undefined
                ? endpoint
                : withCredentials(endpoint, credentials.user, Redacted.value(credentials.password))
          ] as const
        ]
  return [...plain.filter(([name]) => name === "Policy"), ...pushed, ...plain.filter(([name]) => name !== "Policy")]
}
