import type { Call, Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import type { Store } from "./Store.ts"
import type { Topic } from "./Topics.ts"
import { attributesXml, memberXml } from "./topicXml.ts"
import { leaf, node } from "./Xml.ts"

const PAGE_SIZE = 100

const answer = (action: string, requestId: string, inner = "", behind = ""): Reply => ({
  status: 200,
  headers: { "content-type": "application/xml" },
  body: `<${action}Response xmlns="https://sns.amazonaws.com/doc/2010-03-31/">${inner}${node("ResponseMetadata", leaf("RequestId", requestId))}${behind}</${action}Response>`
})

const ofEndpoint = new Set([
  "verify-ssl",
  "use-ssl",
  "ca-location",
  "amqp-ack-level",
  "amqp-exchange",
  "kafka-ack-level",
  "mechanism",
  "cloudevents",
  "user-name",
  "password",
  "kafka-brokers"
])

const number = (value: string): string =>
  value === "" || value === "None" ? "None" : String(Number.parseInt(value, 10) || 0)

const withAttribute = (topic: Topic, name: string, value: string): Topic => {
  switch (name) {
    case "push-endpoint": {
      if (/^[^/]*\/\/[^/]*@/.test(value))
        throw new GatewayError(
          "InvalidArgument",
          "Topic contains secrets that must be transmitted over a secure transport"
        )
      return { ...topic, endpoint: value }
    }
    case "OpaqueData":
      return { ...topic, opaque: value }
    case "Policy": {
      try {
        if (value !== "") JSON.parse(value)
      } catch {
        throw new GatewayError("InvalidArgument", "Policy is malformed")
      }
      return { ...topic, policy: value }
    }
    case "persistent":
      return { ...topic, persistent: value === "true" }
    case "time_to_live":
      return { ...topic, timeToLive: number(value) }
    case "max_retries":
      return { ...topic, maxRetries: number(value) }
    case "retry_sleep_duration":
      return { ...topic, retrySleep: number(value) }
    default:
      if (!ofEndpoint.has(name)) throw new GatewayError("InvalidArgument", `Invalid value for AttributeName '${name}'`)
      return { ...topic, args: { ...topic.args, [name]: value } }
  }
}

const attributesIn = (form: URLSearchParams): ReadonlyArray<readonly [string, string]> => {
  const found: Array<readonly [string, string]> = []
  for (let at = 1; ; at++) {
    const key = form.get(`Attributes.entry.${at}.key`)
    if (key === null) return found
    found.push([key, form.get(`Attributes.entry.${at}.value`) ?? ""])
  }
}

const create = (store: Store, owner: string, accountId: string, form: URLSearchParams): string => {
  const name = form.get("Name") ?? ""
  if (!/^[\w-]{1,256}$/.test(name)) {
    throw new GatewayError(
      "InvalidArgument",
      "Name must be made up of only uppercase and lowercase ASCII letters, numbers, underscores, and hyphens"
    )
  }
  const blank: Topic = {
    arn: `arn:aws:sns:default:${accountId}:${name}`,
    name,
    owner,
    endpoint: "",
    args: {},
    opaque: "",
    policy: "",
    persistent: false,
    timeToLive: "None",
    maxRetries: "None",
    retrySleep: "None"
  }
  // RGW accepts any attribute on creation, but not in SetTopicAttributes
  const made = attributesIn(form)
    .filter(
      ([key]) =>
        ofEndpoint.has(key) ||
        [
          "push-endpoint",
          "OpaqueData",
          "Policy",
          "persistent",
          "time_to_live",
          "max_retries",
          "retry_sleep_duration"
        ].includes(key)
    )
    .reduce((topic, [key, value]) => withAttribute(topic, key, value), blank)
  store.topics.put(made)
  return made.arn
}

/** SNS as in RGW: topics without subscriptions. Other actions are 405. */
export const topicOps = (store: Store, call: Call, body: string): Reply => {
  const form = new URLSearchParams(body)
  const action = form.get("Action") ?? ""
  if (!["CreateTopic", "DeleteTopic", "ListTopics", "GetTopicAttributes", "SetTopicAttributes"].includes(action))
    throw new GatewayError("MethodNotAllowed")
  if (call.principal === undefined) throw new GatewayError("AccessDenied")
  const { accountId, owner } = call.principal
  const arn = form.get("TopicArn") ?? ""
  const own = (): Topic => {
    const topic = store.topics.find(arn)
    if (topic === undefined) throw new GatewayError("NotFound", "No such TopicArn", { status: 404 })
    if (topic.owner !== owner) throw new GatewayError("AuthorizationError", "", { status: 403 })
    return topic
  }
  switch (action) {
    case "CreateTopic":
      return answer(
        action,
        call.requestId,
        node("CreateTopicResult", leaf("TopicArn", create(store, owner, accountId, form)))
      )
    case "DeleteTopic": {
      if (store.topics.has(arn)) store.topics.remove(own().arn)
      return answer(action, call.requestId)
    }
    case "ListTopics": {
      const after = form.get("NextToken") ?? ""
      const rest = store.topics.of(owner).filter((topic) => topic.name > after)
      const page = rest.slice(0, PAGE_SIZE)
      // RGW writes it outside of the result, where SDKs do not look (N5)
      const next = rest.length > PAGE_SIZE ? leaf("NextToken", page.at(-1)?.name ?? "") : ""
      return answer(action, call.requestId, node("ListTopicsResult", node("Topics", ...page.map(memberXml))), next)
    }
    case "GetTopicAttributes":
      return answer(action, call.requestId, node("GetTopicAttributesResult", attributesXml(own())))
    default: {
      store.topics.put(withAttribute(own(), form.get("AttributeName") ?? "", form.get("AttributeValue") ?? ""))
      return answer(action, call.requestId)
    }
  }
}
