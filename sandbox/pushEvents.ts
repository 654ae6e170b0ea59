import { createHash, randomBytes } from "node:crypto"
import { request as plain } from "node:http"
import { request as secure } from "node:https"
import type { Bucket } from "./Buckets.ts"
import type { Call, Reply } from "./Call.ts"
import type { Store } from "./Store.ts"
import type { Topic } from "./Topics.ts"
import { children, parseXml, text, texts } from "./Xml.ts"

const events: Readonly<Record<string, string>> = {
  PutObject: "ObjectCreated:Put",
  CopyObject: "ObjectCreated:Copy",
  CompleteMultipartUpload: "ObjectCreated:CompleteMultipartUpload",
  DeleteObject: "ObjectRemoved:Delete"
}

/** The request waits for the push, as RGW does for non-persistent topics. */
const PUSH_TIMEOUT_MILLIS = 5_000

const isWanted = (wanted: ReadonlyArray<string>, event: string): boolean =>
  wanted.length === 0 ||
  wanted.some((one) => one === `s3:${event}` || (one.endsWith("*") && `s3:${event}`.startsWith(one.slice(0, -1))))

interface Wish {
  readonly id: string
  readonly topic: Topic
}

const wishesOf = (store: Store, bucket: Bucket, event: string, key: string): ReadonlyArray<Wish> => {
  const stored = store.buckets.config(bucket.id, "notification")
  if (stored === undefined) return []
  return children(parseXml(stored, "NotificationConfiguration"), "TopicConfiguration").flatMap((one) => {
    const rules = children(one, "Filter")
      .flatMap((filter) => children(filter, "S3Key"))
      .flatMap((part) => children(part, "FilterRule"))
    const fits = rules.every((rule) => {
      const value = text(rule, "Value") ?? ""
      const name = (text(rule, "Name") ?? "").toLowerCase()
      return name === "prefix" ? key.startsWith(value) : name === "suffix" ? key.endsWith(value) : true
    })
    const topic = store.topics.find(text(one, "Topic") ?? "")
    return topic === undefined || !fits || !isWanted(texts(one, "Event"), event)
      ? []
      : [{ id: text(one, "Id") ?? "", topic }]
  })
}

const post = (endpoint: string, body: string): Promise<void> =>
  new Promise((resolve) => {
    // a failed push does not fail the request (N4)
    const done = () => resolve()
    const outgoing = (endpoint.startsWith("https:") ? secure : plain)(
      endpoint,
      {
        method: "POST",
        timeout: PUSH_TIMEOUT_MILLIS,
        headers: { accept: "*/*", "content-type": "application/json", "content-length": Buffer.byteLength(body) }
      },
      (answer) => answer.resume().once("close", done)
    )
    outgoing
      .once("timeout", () => outgoing.destroy())
      .once("error", done)
      .end(body)
  })

export const pushEvents = async (store: Store, call: Call, op: string, reply: Reply): Promise<void> => {
  const event = events[op]
  if (event === undefined || reply.status >= 300) return
  const bucket = store.buckets.byName(call.tenant ?? call.principal?.tenant ?? "", call.bucket)
  if (bucket === undefined) return
  for (const { id, topic } of wishesOf(store, bucket, event, call.key)) {
    if (!/^https?:\/\//.test(topic.endpoint)) continue
    const object = store.objects.find(bucket, call.key)
    const now = new Date()
    await post(
      topic.endpoint,
      JSON.stringify({
        Records: [
          {
            eventVersion: "2.2",
            eventSource: "ceph:s3",
            awsRegion: "default",
            eventTime: now.toISOString().replace("Z", "000Z"),
            eventName: event,
            userIdentity: { principalId: call.principal?.owner ?? "" },
            requestParameters: { sourceIPAddress: "" },
            responseElements: { "x-amz-request-id": call.requestId, "x-amz-id-2": "1-default-default" },
            s3: {
              s3SchemaVersion: "1.0",
              configurationId: id,
              bucket: {
                name: bucket.name,
                ownerIdentity: { principalId: bucket.owner },
                arn: `arn:aws:s3:default::${bucket.name}`,
                id: String(bucket.id)
              },
              object: {
                key: call.key,
                size: object?.size ?? 0,
                eTag: object?.etag ?? "",
                versionId: "",
                sequencer: randomBytes(8).toString("hex").toUpperCase(),
                metadata: [],
                tags: []
              }
            },
            eventId: `${now.getTime() / 1000}.${createHash("md5").update(call.requestId).digest("hex")}`,
            opaqueData: topic.opaque
          }
        ]
      })
    )
  }
}
