import type { Bucket } from "./Buckets.ts"
import type { Call, Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import { empty } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import { children, leaf, node, parseXml, text, texts, type XmlElement } from "./Xml.ts"

const kind = "notification"
const root = "NotificationConfiguration"

const filterXml = (filter: XmlElement | undefined): string => {
  if (filter === undefined) return ""
  const parts = ["S3Key", "S3Metadata", "S3Tags"].flatMap((name) =>
    children(filter, name).map((part) =>
      node(
        name,
        ...children(part, "FilterRule").map((rule) =>
          node("FilterRule", leaf("Name", text(rule, "Name") ?? ""), leaf("Value", text(rule, "Value") ?? ""))
        )
      )
    )
  )
  return parts.length === 0 ? "" : node("Filter", ...parts)
}

const topicsIn = (body: string): ReadonlyMap<string, string> =>
  new Map(
    children(parseXml(body, root), "TopicConfiguration").map((topic) => {
      const id = text(topic, "Id") ?? ""
      return [
        `${id}_${text(topic, "Topic") ?? ""}`,
        node(
          "TopicConfiguration",
          leaf("Id", id),
          leaf("Topic", text(topic, "Topic") ?? ""),
          filterXml(children(topic, "Filter")[0]),
          ...texts(topic, "Event").map((event) => leaf("Event", event))
        )
      ]
    })
  )

const keep = (store: Store, bucket: Bucket, topics: ReadonlyMap<string, string>): void => {
  if (topics.size === 0) return store.buckets.removeConfig(bucket.id, kind)
  store.buckets.setConfig(
    bucket.id,
    kind,
    node(root, ...[...topics].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, xml]) => xml))
  )
}

const known = (store: Store, bucket: Bucket): ReadonlyMap<string, string> => {
  const stored = store.buckets.config(bucket.id, kind)
  return stored === undefined ? new Map() : topicsIn(stored)
}

/** RGW adds by id and topic; a document without topics deletes all, and other targets are ignored. */
export const putNotification = (store: Store, bucket: Bucket, body: string): Reply => {
  const topics = children(parseXml(body, root), "TopicConfiguration")
  if (topics.some((topic) => (text(topic, "Id") ?? "") === ""))
    throw new GatewayError("MalformedXML", `${root}: missing mandatory field Id`)
  const odd = topics.find((topic) => texts(topic, "Event").some((event) => !event.startsWith("s3:Object")))
  if (odd !== undefined) throw new GatewayError("InvalidArgument", `Unknown Event type: ${text(odd, "Id") ?? ""}`)
  if (topics.some((topic) => !store.topics.has(text(topic, "Topic") ?? ""))) throw new GatewayError("NoSuchKey")
  keep(store, bucket, topics.length === 0 ? new Map() : new Map([...known(store, bucket), ...topicsIn(body)]))
  return empty(200)
}

export const deleteNotification = (store: Store, call: Call, bucket: Bucket): Reply => {
  const id = call.query.get(kind) ?? ""
  const topics = new Map(id === "" ? [] : known(store, bucket))
  const first = [...topics.keys()].filter((key) => key.slice(0, key.lastIndexOf("_arn:")) === id).sort()[0]
  if (first !== undefined) topics.delete(first)
  keep(store, bucket, topics)
  return empty(200)
}
