import { callIn } from "~/client/call"
import type { Answer, RequestOf } from "~/client/contract"
import { type Command, quoted } from "~/lib/terminal"

export type Topic = Answer<"GET /api/manager/topics">["items"][number]
export type TopicUse = Answer<"GET /api/manager/topics/uses">["items"][number]
export type TopicUses = Answer<"GET /api/manager/topics/uses">
export type TopicInput = RequestOf<"PUT /api/manager/topics/:topic_arn/attributes">["body"]["attributes"]

export type TopicRow = Topic & { readonly contextId: string; readonly endpoint: string }

const TRANSPORT_LABELS = {
  none: "Nobody",
  http: "HTTP",
  amqp: "AMQP",
  kafka: "Kafka",
  other: "Unknown"
} as const satisfies Readonly<Record<Topic["attributes"]["transport"], string>>

export const transportLabel = ({ attributes }: Topic): string => TRANSPORT_LABELS[attributes.transport]

export const TRANSPORT_OPTIONS = Object.entries(TRANSPORT_LABELS).map(([value, label]) => ({ value, label }))

const atTopic = (row: Pick<TopicRow, "arn" | "contextId">) => ({
  params: { topic_arn: row.arn }
})

export const readTopic = (row: Pick<TopicRow, "arn" | "contextId">) =>
  callIn(row, "GET /api/manager/topics/:topic_arn", atTopic(row))
export const updateTopic = (row: TopicRow, attributes: TopicInput) =>
  callIn(row, "PUT /api/manager/topics/:topic_arn/attributes", {
    ...atTopic(row),
    body: { attributes, version: row.version }
  })
export const createTopic = (contextId: string, name: string, attributes: TopicInput) =>
  callIn({ contextId }, "POST /api/manager/topics", { body: { name, attributes } })

export const readUses = (contextId: string): Promise<TopicUses> => callIn({ contextId }, "GET /api/manager/topics/uses")

const NAMES = {
  push_endpoint: "push-endpoint",
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
} as const

const aws = (verb: string, { endpoint }: TopicRow, rest: string): Command => ({
  tool: "awscli",
  text: `aws --endpoint-url ${quoted(endpoint)} sns ${verb}${rest}`
})

const curl = (form: Readonly<Record<string, string>>, { endpoint }: TopicRow, note?: string): Command => ({
  tool: "curl",
  ...(note === undefined ? {} : { note }),
  text: [
    `curl --aws-sigv4 aws:amz:us-east-1:sns -u "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" ` +
      `${quoted(`${endpoint.replace(/\/+$/, "")}/`)}`,
    ...Object.entries(form).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`)
  ].join(" \\\n  ")
})

/** RGW reports no credentials of the topic's endpoint. */
export const makeCommands = (row: TopicRow): ReadonlyArray<Command> => {
  const attributes = Object.entries(NAMES).flatMap(([field, name]) => {
    const value = row.attributes[field as keyof typeof NAMES]
    return value === null || value === "" || (value === false && field === "persistent")
      ? []
      : [[name, String(value)] as const]
  })
  const json = JSON.stringify(Object.fromEntries(attributes))
  return [
    aws(
      "create-topic",
      row,
      ` --name ${quoted(row.name)}${attributes.length === 0 ? "" : ` --attributes ${quoted(json)}`}`
    ),
    curl(
      {
        Action: "CreateTopic",
        Version: "2010-03-31",
        Name: row.name,
        ...Object.fromEntries(
          attributes.flatMap(([name, value], index) => [
            [`Attributes.entry.${index + 1}.key`, name],
            [`Attributes.entry.${index + 1}.value`, value]
          ])
        )
      },
      row
    )
  ]
}

export const deleteCommands = (row: TopicRow): ReadonlyArray<Command> => [
  aws("delete-topic", row, ` --topic-arn ${quoted(row.arn)}`),
  curl({ Action: "DeleteTopic", Version: "2010-03-31", TopicArn: row.arn }, row)
]
