import { Schema } from "effect"
import { ListingCompleteness } from "../../platform/ListingState.ts"
import { FilledText, Shaped, Text, WrittenAddress } from "../../platform/Text.ts"

/** What a topic may be called. Source: the gateway's own refusals. */
export const TopicName = Shaped(/^[A-Za-z0-9_-]{1,256}$/u, 300).annotate({ identifier: "TopicName" })

/** E.g. `arn:aws:sns:default:RGW00000000000000012:uploads`; of a user in no account the account is left out. */
export const TopicArn = Shaped(/^arn:[a-z-]{1,20}:sns:[\w-]{0,64}:[\w$-]{0,128}:[A-Za-z0-9_-]{1,256}$/u, 600).annotate({ identifier: "TopicArn" })

/** The name at the end of an ARN. */
export const topicNameOf = (arn: string): string => arn.slice(arn.lastIndexOf(":") + 1)

/** Where events go: nowhere, to an HTTP listener, or to a broker. */
export const topicTransports = ["none", "http", "amqp", "kafka", "other"] as const
export const TopicTransport = Schema.Literals(topicTransports).annotate({ identifier: "TopicTransport" })
export type TopicTransport = typeof TopicTransport.Type

const acks = ["none", "broker", "routable"] as const
const mechanisms = ["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "GSSAPI", "OAUTHBEARER"] as const

/** Seconds, or how often; null: what the gateway takes by itself. */
const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 31_536_000 }))

/** What of a topic can be configured, beside where it pushes to and its policy. */
export const topicSettings = {
  /** Sent along with each event. */
  opaque_data: Text(4_096),
  /** Events are queued and tried again; else the request that caused one waits for its delivery. */
  persistent: Schema.Boolean,
  /** Of a persistent topic: seconds after which an event is given up. */
  time_to_live: Schema.NullOr(Count),
  /** Of a persistent topic: tries after which an event is given up. */
  max_retries: Schema.NullOr(Count),
  /** Of a persistent topic: seconds between two tries. */
  retry_sleep_duration: Schema.NullOr(Count),
  /** Whether the certificate of the endpoint must be right; null: as the gateway does by itself, which is yes. */
  verify_ssl: Schema.NullOr(Schema.Boolean),
  /** Kafka over TLS. */
  use_ssl: Schema.NullOr(Schema.Boolean),
  /** A file on the gateway with the authorities that are trusted. */
  ca_location: Schema.NullOr(FilledText(1_024)),
  /** HTTP with the headers of CloudEvents. */
  cloudevents: Schema.NullOr(Schema.Boolean),
  amqp_exchange: Schema.NullOr(FilledText(255)),
  amqp_ack_level: Schema.NullOr(Schema.Literals(acks)),
  kafka_ack_level: Schema.NullOr(Schema.Literals(["none", "broker"])),
  kafka_mechanism: Schema.NullOr(Schema.Literals(mechanisms))
} as const

/** The attributes of a topic that can be configured; never what its endpoint is signed in to with. */
export const TopicAttributes = Schema.Struct({
  ...topicSettings,
  /** "" : nobody is told. Without user name and password. */
  push_endpoint: Schema.String,
  transport: TopicTransport,
  /** The gateway keeps a user name and a password with the endpoint. */
  has_credentials: Schema.Boolean,
  /** As the gateway tells them, though a form could not say them. */
  opaque_data: Schema.String,
  amqp_ack_level: Schema.NullOr(Schema.String),
  kafka_ack_level: Schema.NullOr(Schema.String),
  kafka_mechanism: Schema.NullOr(Schema.String),
  amqp_exchange: Schema.NullOr(Schema.String),
  ca_location: Schema.NullOr(Schema.String),
  /** Who may use and change it beside its owner: a policy as JSON text. */
  policy: Schema.NullOr(Schema.String)
}).annotate({ identifier: "TopicAttributes" })
export type TopicAttributes = typeof TopicAttributes.Type

export const Topic = Schema.Struct({
  name: Schema.String, arn: Schema.String, attributes: TopicAttributes,
  /** Another one says other attributes: what an edit begins from. */
  version: Schema.String
}).annotate({ identifier: "Topic" })
export type Topic = typeof Topic.Type

export const TopicList = Schema.Struct({ items: Schema.Array(Topic) }).annotate({ identifier: "TopicList" })

/** What a broker or listener is signed in to with. */
export const TopicCredentials = Schema.Struct({ user: FilledText(256), password: Schema.RedactedFromValue(FilledText(1_024)) }).annotate({ identifier: "TopicCredentials" })
export type TopicCredentials = typeof TopicCredentials.Type

/** What of a topic is to be set; what is left out stays as it is (of a new one: as the gateway does by itself). */
export const TopicWish = Schema.Struct({
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
  /** Null: nobody is told. Without user name and password, which go beside it. */
  push_endpoint: Schema.optionalKey(Schema.NullOr(WrittenAddress(2_048))),
  /** Only together with an endpoint; one that is set without forgets those that were there. */
  credentials: Schema.optionalKey(TopicCredentials),
  /** Null takes it away. */
  policy: Schema.optionalKey(Schema.NullOr(FilledText(20_480)))
}).annotate({ identifier: "TopicWish" })
export type TopicWish = typeof TopicWish.Type

/** A notification of a bucket that names a topic. */
export const TopicUse = Schema.Struct({ topic_arn: Schema.String, bucket: Schema.String, notification_id: Schema.String, events: Schema.Array(Schema.String) })
  .annotate({ identifier: "TopicUse" })
export type TopicUse = typeof TopicUse.Type

/** Which buckets name which topics. */
export const TopicUses = Schema.Struct({
  items: Schema.Array(TopicUse),
  /** Buckets that were looked at, and those whose notifications could not be read. */
  buckets: Schema.Int,
  unread: Schema.Array(Schema.String),
  /** How complete the buckets are; where they are not all known or read, a topic without a use may be in use all the same. */
  listing: ListingCompleteness
}).annotate({ identifier: "TopicUses" })
export type TopicUses = typeof TopicUses.Type
