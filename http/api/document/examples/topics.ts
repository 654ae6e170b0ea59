const attributes = {
  push_endpoint: "https://listener.example.org/events",
  transport: "http",
  has_credentials: false,
  opaque_data: "measurements",
  persistent: true,
  time_to_live: 3600,
  max_retries: 10,
  retry_sleep_duration: 30,
  verify_ssl: true,
  use_ssl: null,
  ca_location: null,
  cloudevents: null,
  amqp_exchange: null,
  amqp_ack_level: null,
  kafka_ack_level: null,
  kafka_mechanism: null,
  policy: null
}
const arn = "arn:aws:sns:default:RGW00000000000000012:uploads"
const version = "0c7b1f0e5c7e0d0f8a4f8d0e7b6a5c49"
const topic = { name: "uploads", arn, attributes, version }
const use = { topic_arn: arn, bucket: "measurements", notification_id: "new-files", events: ["s3:ObjectCreated:*"] }
const credentials = { user: "events", password: "a password for the broker" }
const topicInput = { push_endpoint: "https://listener.example.org/events", persistent: true, max_retries: 10 }

export const topics = {
  TopicAttributes: attributes,
  Topic: topic,
  TopicList: { items: [topic] },
  TopicUse: use,
  TopicUses: {
    items: [use],
    buckets: 12,
    unread: [],
    listing: { state: "complete", stale: false, refreshed_at: "2026-05-04T09:30:00.000Z", last_error: null }
  },
  TopicCredentials: credentials,
  TopicWish: topicInput,
  CreateTopic: { name: "uploads", attributes: topicInput },
  UpdateTopic: { attributes: { persistent: false }, version },
  CheckTopic: { topic_arn: arn, attributes: { persistent: false } },
  TopicTestFrame: {
    id: "1",
    event: "step",
    data: JSON.stringify({ step: "topic", state: "running", detail: "Making a topic" })
  },
  EndpointCheck: {
    verdict: "redirected",
    address: "https://listener.example.org/events",
    detail:
      "https://listener.example.org/events redirects (to https://www.example.org), and gateways do not follow: " +
      "push to where it leads"
  },
  TestNotifications: { bucket: "measurements" },
  TopicCheck: {
    issues: [],
    warnings: [
      "Whoever changes an object waits until the endpoint has answered; what cannot be delivered is lost " +
        "without a word."
    ]
  }
}
