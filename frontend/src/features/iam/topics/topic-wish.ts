import type { FormValues } from "~/components/ui/form"
import type { TopicRow, Wish } from "./topic"

const numbers = ["time_to_live", "max_retries", "retry_sleep_duration"] as const
const texts = ["ca_location", "amqp_exchange", "amqp_ack_level", "kafka_ack_level", "kafka_mechanism"] as const

const count = (text: string | undefined): number | null => text === undefined || text.trim() === "" ? null : Number(text)

/** What a form wants of a topic; of one that stands only what differs. Fields that the form does not show are left alone. */
export const wishOf = (values: FormValues, row: TopicRow | undefined): Wish => {
  const before = row?.attributes
  const wish: Record<string, unknown> = {}
  const want = (name: string, value: unknown, stood: unknown) => {
    if (value !== stood) wish[name] = value
  }
  want("opaque_data", values["opaque_data"] ?? "", before?.opaque_data ?? "")
  want("persistent", values["persistent"] === "true", before?.persistent ?? false)
  want("policy", (values["policy"] ?? "").trim() === "" ? null : values["policy"], before?.policy ?? null)
  for (const name of numbers) want(name, count(values[name]), before?.[name] ?? null)
  for (const name of texts) if (values[name] !== undefined) want(name, values[name] === "" ? null : values[name], before?.[name] ?? null)
  if (values["verify"] !== undefined) want("verify_ssl", values["verify"] === "" ? null : values["verify"] === "true", before?.verify_ssl ?? null)
  const endpoint = (values["push_endpoint"] ?? "").trim()
  const [user, password] = [values["user"] ?? "", values["password"] ?? ""]
  if (endpoint !== (before?.push_endpoint ?? "") || user !== "" || password !== "") {
    wish["push_endpoint"] = endpoint === "" ? null : endpoint
    if (user !== "" || password !== "") wish["credentials"] = { user, password }
    // an endpoint of AMQP is checked together with its exchange
    if (/^amqp/i.test(endpoint) && values["amqp_exchange"]) wish["amqp_exchange"] = values["amqp_exchange"]
  }
  return wish as Wish
}
