import type { Topic } from "./Topics.ts"
import { leaf, node } from "./Xml.ts"

const argsOf = ({ args }: Topic): string =>
  Object.entries({ Version: "2010-03-31", ...args })
    .map(([name, value]) => `${name}=${value}`)
    .join("&")

const capital = (yes: boolean): string => (yes ? "True" : "False")

export const memberXml = (topic: Topic): string =>
  node(
    "member",
    leaf("User", topic.owner),
    leaf("Name", topic.name),
    node(
      "EndPoint",
      leaf("EndpointAddress", topic.endpoint),
      leaf("EndpointArgs", argsOf(topic)),
      leaf("EndpointTopic", topic.name),
      leaf("HasStoredSecret", "False"),
      leaf("Persistent", capital(topic.persistent)),
      leaf("TimeToLive", topic.timeToLive),
      leaf("MaxRetries", topic.maxRetries),
      leaf("RetrySleepDuration", topic.retrySleep)
    ),
    leaf("TopicArn", topic.arn),
    leaf("OpaqueData", topic.opaque),
    leaf("Policy", topic.policy)
  )

const entry = (key: string, value: string) => node("entry", leaf("key", key), leaf("value", value))

export const attributesXml = (topic: Topic): string =>
  node(
    "Attributes",
    entry("User", topic.owner),
    entry("Name", topic.name),
    entry(
      "EndPoint",
      JSON.stringify({
        EndpointAddress: topic.endpoint,
        EndpointArgs: argsOf(topic),
        EndpointTopic: topic.name,
        HasStoredSecret: false,
        Persistent: topic.persistent,
        TimeToLive: topic.timeToLive,
        MaxRetries: topic.maxRetries,
        RetrySleepDuration: topic.retrySleep
      })
    ),
    entry("TopicArn", topic.arn),
    entry("OpaqueData", topic.opaque),
    entry("Policy", topic.policy)
  )
