import type { FormValues } from "~/components/ui/form"
import type { TopicRow, TopicInput } from "./topic"

const numbers = ["time_to_live", "max_retries", "retry_sleep_duration"] as const
const texts = ["ca_location", "amqp_exchange", "amqp_ack_level", "kafka_ack_level", "kafka_mechanism"] as const

const count = (text: string | undefined): number | null =>
  text === undefined || text.trim() === "" ? null : Number(text)

/** For an existing topic, sends changed attributes only. */
export const topicInput = (values: FormValues, row: TopicRow | undefined): TopicInput => {
  const before = row?.attributes
  const changes: Record<string, unknown> = {}
  const setAttribute = (name: string, value: unknown, stood: unknown) => {
    if (value !== stood) changes[name] = value
  }
  setAttribute("opaque_data", values["opaque_data"] ?? "", before?.opaque_data ?? "")
  setAttribute("persistent", values["persistent"] === "true", before?.persistent ?? false)
  setAttribute("policy", (values["policy"] ?? "").trim() === "" ? null : values["policy"], before?.policy ?? null)
  for (const name of numbers) setAttribute(name, count(values[name]), before?.[name] ?? null)
  for (const name of texts)
    if (values[name] !== undefined)
      setAttribute(name, values[name] === "" ? null : values[name], before?.[name] ?? null)
  if (values["verify"] !== undefined)
    setAttribute("verify_ssl", values["verify"] === "" ? null : values["verify"] === "true", before?.verify_ssl ?? null)
  const endpoint = (values["push_endpoint"] ?? "").trim()
  const [user, password] = [values["user"] ?? "", values["password"] ?? ""]
  if (endpoint !== (before?.push_endpoint ?? "") || user !== "" || password !== "") {
    changes["push_endpoint"] = endpoint === "" ? null : endpoint
    if (user !== "" || password !== "") changes["credentials"] = { user, password }
    // RGW validates an AMQP endpoint together with its exchange
    if (/^amqp/i.test(endpoint) && values["amqp_exchange"]) changes["amqp_exchange"] = values["amqp_exchange"]
  }
  return changes as TopicInput
}
