import { Schema } from "effect"
import { ListingCompleteness } from "../../platform/ListingState.ts"
import { FilledText, Shaped, Text, WrittenAddress } from "../../platform/Text.ts"

export const TopicName = Shaped(/^[A-Za-z0-9_-]{1,256}$/u, 300).annotate({ identifier: "TopicName" })

/** E.g. `arn:aws:sns:default:RGW00000000000000012:uploads`; without an account, that part is empty. */
export const TopicArn = Shaped(/^arn:[a-z-]{1,20}:sns:[\w-]{0,64}:[\w$-]{0,128}:[A-Za-z0-9_-]{1,256}$/u, 600).annotate({
  identifier: "TopicArn"
})

export const topicNameOf = (arn: string): string => arn.slice(arn.lastIndexOf(":") + 1)

export const topicTransports = ["none", "http", "amqp", "kafka", "other"] as const
export const TopicTransport = Schema.Literals(topicTransports).annotate({ identifier: "TopicTransport" })
export type TopicTransport = typeof TopicTransport.Type

const acks = ["none", "broker", "routable"] as const
const mechanisms = ["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "GSSAPI", "OAUTHBEARER"] as const

const OptionalCount = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 31_536_000 }))

export const topicSettings = {
  opaque_data: Text(4_096),
  /** Events are queued and retried; otherwise the request that causes an event waits for delivery. */
  persistent: Schema.Boolean,
  time_to_live: Schema.NullOr(OptionalCount),
  max_retries: Schema.NullOr(OptionalCount),
  retry_sleep_duration: Schema.NullOr(OptionalCount),
  verify_ssl: Schema.NullOr(Schema.Boolean),
  use_ssl: Schema.NullOr(Schema.Boolean),
  ca_location: Schema.NullOr(FilledText(1_024)),
  cloudevents: Schema.NullOr(Schema.Boolean),
  amqp_exchange: Schema.NullOr(FilledText(255)),
  amqp_ack_level: Schema.NullOr(Schema.Literals(acks)),
  kafka_ack_level: Schema.NullOr(Schema.Literals(["none", "broker"])),
  kafka_mechanism: Schema.NullOr(Schema.Literals(mechanisms))
} as const

export const TopicAttributes = Schema.Struct({
  ...topicSettings,
  push_endpoint: Schema.String,
  transport: TopicTransport,
  has_credentials: Schema.Boolean,
  /** Plain strings: the gateway may return values that requests do not accept. */
  opaque_data: Schema.String,
  amqp_ack_level: Schema.NullOr(Schema.String),
  kafka_ack_level: Schema.NullOr(Schema.String),
  kafka_mechanism: Schema.NullOr(Schema.String),
  amqp_exchange: Schema.NullOr(Schema.String),
  ca_location: Schema.NullOr(Schema.String),
  policy: Schema.NullOr(Schema.String)
}).annotate({ identifier: "TopicAttributes" })
export type TopicAttributes = typeof TopicAttributes.Type

export const Topic = Schema.Struct({
  name: Schema.String,
  arn: Schema.String,
  attributes: TopicAttributes,
  version: Schema.String
}).annotate({ identifier: "Topic" })
export type Topic = typeof Topic.Type

export const TopicList = Schema.Struct({ items: Schema.Array(Topic) }).annotate({ identifier: "TopicList" })

export const TopicCredentials = Schema.Struct({
  user: FilledText(256),
  password: Schema.RedactedFromValue(FilledText(1_024))
}).annotate({ identifier: "TopicCredentials" })
export type TopicCredentials = typeof TopicCredentials.Type

export const TopicInput = Schema.Struct({
  opaque_data: Schema.optionalKey(topicSettings.opaque_data),
  persistent: Schema.optionalKey(topicSettings.persistent),
  time_to_live: Schema.optionalKey(topicSettings.time_to_live),
  max_retries: Schema.optionalKey(topicSettings.max_retries),
  retry_sleep_duration: Schema.optionalKey(topicSettings.retry_sleep_duration),
  verify_ssl: Schema.optionalKey(topicSettings.verify_ssl),
  use_ssl: Schema.optionalKey(topicSettings.use_ssl),
  ca_location: Schema.optionalKey(topicSettings.ca_location),
  cloudevents: Schema.optionalKey(topicSettings.cloudevents),
  amqp_exchange: Schema.optionalKey(topicSettings.amqp_exchange),
  amqp_ack_level: Schema.optionalKey(topicSettings.amqp_ack_level),
  kafka_ack_level: Schema.optionalKey(topicSettings.kafka_ack_level),
  kafka_mechanism: Schema.optionalKey(topicSettings.kafka_mechanism),
  push_endpoint: Schema.optionalKey(Schema.NullOr(WrittenAddress(2_048))),
  /** Only with an endpoint; an endpoint without them clears the stored ones. */
  credentials: Schema.optionalKey(TopicCredentials),
  policy: Schema.optionalKey(Schema.NullOr(FilledText(20_480)))
}).annotate({ identifier: "TopicWish" })
export type TopicInput = typeof TopicInput.Type

export const TopicUse = Schema.Struct({
  topic_arn: Schema.String,
  bucket: Schema.String,
  notification_id: Schema.String,
  events: Schema.Array(Schema.String)
}).annotate({ identifier: "TopicUse" })
export type TopicUse = typeof TopicUse.Type

export const TopicUses = Schema.Struct({
  items: Schema.Array(TopicUse),
  buckets: Schema.Int,
  unread: Schema.Array(Schema.String),
  /** If the listing is incomplete, topics without a use may still be in use. */
  listing: ListingCompleteness
}).annotate({ identifier: "TopicUses" })
export type TopicUses = typeof TopicUses.Type
