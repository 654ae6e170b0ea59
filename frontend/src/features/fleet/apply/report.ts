import type { Answer } from "~/client/contract"
import type { Tone } from "~/components/ui/badge"

export type Report = Answer<"POST /api/admin/apply">
export type Change = Report["changes"][number]
export type Reference = Report["missing_secrets"][number]

export const SECTION_LABELS: Record<Change["section"], string> = {
  storage_endpoints: "Storage endpoint",
  oidc_providers: "OIDC provider",
  ldap_providers: "LDAP provider",
  accounts: "RGW account",
  s3_users: "RGW user",
  s3_connections: "S3 connection",
  groups: "Group",
  users: "Console user",
  settings: "Settings"
}

export const CHANGE_ACTIONS: Record<Change["action"], { readonly text: string; readonly tone: Tone }> = {
  create: { text: "Create", tone: "ok" },
  import: { text: "Bring in", tone: "ok" },
  update: { text: "Change", tone: "info" },
  unchanged: { text: "Unchanged", tone: "neutral" },
  blocked: { text: "Cannot be changed", tone: "warn" }
}

export const CHANGE_OUTCOMES: Record<Change["outcome"], { readonly text: string; readonly tone: Tone } | null> = {
  planned: null,
  unchanged: null,
  done: { text: "Done", tone: "ok" },
  failed: { text: "Failed", tone: "danger" },
  skipped: { text: "Skipped", tone: "warn" }
}

export const referenceName = (reference: Reference): string =>
  "env" in reference ? `Variable ${reference.env}` : `File ${reference.file}`
export const referenceKey = (reference: Reference): string =>
  "env" in reference ? `env ${reference.env}` : `file ${reference.file}`

export const countChanges = ({ counts }: Report): number =>
  counts.create + counts.import + counts.update + counts.blocked

const countText = (count: number, what: string): ReadonlyArray<string> => (count === 0 ? [] : [`${count} ${what}`])

export const planSentence = (report: Report): string => {
  const { blocked, create, import: brought, unchanged, update } = report.counts
  const parts = [
    ...countText(create, "to create"),
    ...countText(brought, "to bring in"),
    ...countText(update, "to change"),
    ...countText(blocked, "that cannot be changed"),
    ...countText(unchanged, "unchanged")
  ]
  return countChanges(report) === 0
    ? `Nothing to do: everything is as the document says${unchanged === 0 ? "" : ` (${unchanged} unchanged)`}.`
    : `${parts.join(", ")}.`
}

export const outcomeSentence = ({ counts: { done, failed, skipped } }: Report): string =>
  [...countText(done, "done"), ...countText(failed, "failed"), ...countText(skipped, "skipped")].join(", ") ||
  "Nothing to do"

export const valueText = (value: Change["fields"][number]["before"]): string =>
  value === null ? "–" : typeof value === "string" ? (value === "" ? "empty" : value) : JSON.stringify(value)
