import { callIn } from "~/client/call"
import type { Query, Row } from "~/client/contract"
import type { Tone } from "~/components/ui/badge"
import { noSuchRow } from "~/components/listing"

type Entry = Row<"GET /api/portal/access-logs/page">
export type LoggedSpace = Row<"GET /api/portal/access-logs/spaces">

type PageQuery = NonNullable<Query<"GET /api/portal/access-logs/page">>
export type LogQuery = Omit<PageQuery, "account_id" | "cursor" | "limit">

export type LogEntry = Entry & { readonly key: string }

export const keyEntry = (entry: Entry): LogEntry => ({ ...entry, key: `${entry.at}_${entry.id}` })

export const readEntry = async (accountId: number, key: string, signal: AbortSignal): Promise<LogEntry> => {
  const [at = "", id] = key.split("_")
  const time = Date.parse(at)
  if (Number.isNaN(time)) throw noSuchRow()
  const period = { from: new Date(time).toISOString(), to: new Date(time + 1).toISOString() }
  let cursor: string | null = null
  do {
    const page: { readonly items: ReadonlyArray<Entry>; readonly next_cursor: string | null } = await callIn(
      { accountId },
      "GET /api/portal/access-logs/page",
      { query: { ...period, limit: 500, cursor }, signal }
    )
    const entry = page.items.find((one) => String(one.id) === id)
    if (entry !== undefined) return keyEntry(entry)
    cursor = page.next_cursor
  } while (cursor !== null)
  throw noSuchRow()
}

export const ACCESS_ACTIONS: Readonly<Record<Entry["action"], string>> = {
  read: "Read",
  list: "List",
  write: "Write",
  copy: "Copy",
  delete: "Delete",
  configuration: "Settings",
  other: "Other"
}

export const ACCESS_RESULTS: Readonly<Record<Entry["result"], { readonly label: string; readonly tone: Tone }>> = {
  success: { label: "Success", tone: "ok" },
  denied: { label: "Denied", tone: "danger" },
  not_found: { label: "Not found", tone: "warn" },
  error: { label: "Error", tone: "danger" }
}

export const identityName = ({ identity }: Pick<Entry, "identity">): string =>
  identity.id === "anonymous" ? "Anonymous" : (identity.email ?? identity.name)

interface StateText {
  readonly label: string
  readonly tone: Tone
  readonly advice?: string
}

const STATES: Readonly<Record<LoggedSpace["state"], StateText>> = {
  on: { label: "On", tone: "ok" },
  off: { label: "Off", tone: "neutral" },
  denied: {
    label: "Log bucket refused",
    tone: "danger",
    advice: "The gateway refuses the log bucket. An administrator checks its policy and the key of the account."
  },
  full: {
    label: "Log bucket full",
    tone: "danger",
    advice: "Requests go on, but their lines are lost. Raise the quota of the log bucket or of the account."
  },
  log_bucket_missing: {
    label: "Log bucket deleted",
    tone: "danger",
    advice: "Lines are lost until a Portal manager switches the logs on again."
  },
  bucket_missing: { label: "Bucket deleted", tone: "danger", advice: "The bucket of this space was deleted." },
  changed: {
    label: "Changed on the gateway",
    tone: "warn",
    advice: "Somebody changed the logging of the bucket. A Portal manager switches the logs on again."
  },
  unreachable: {
    label: "Gateway not reachable",
    tone: "warn",
    advice: "The last collection failed. The next one tries again."
  }
}

export const stateText = ({ collected_at, state }: Pick<LoggedSpace, "collected_at" | "state">): StateText =>
  state === "on" && collected_at === null ? { label: "On, nothing collected yet", tone: "info" } : STATES[state]
