import type { Row } from "~/client/contract"
import { counted, date } from "~/lib/format"

type ListedStatement = Row<"GET /api/admin/billing/statements">
type ListedDay = Row<"GET /api/admin/billing/daily">
export type RateCard = Row<"GET /api/admin/billing/rate-cards">
export type StatementLine = ListedStatement["lines"][number]
export type Credit = ListedStatement["credits"][number]

/** With keys: an account and a user may have the same id. */
export type Statement = ListedStatement & { readonly key: string }
export type BillingDay = ListedDay & { readonly key: string }

export const statementKey = (statement: ListedStatement): Statement => ({
  ...statement,
  key: `${statement.month}/${statement.subject_type}/${statement.subject_id}`
})

export const dayKey = (day: ListedDay): BillingDay => ({
  ...day,
  key: `${day.day}/${day.subject_type}/${day.subject_id}`
})

/** The API refuses invalid parts. */
export const parseStatementKey = (key: string) => {
  const [period = "", type, id] = key.split("/")
  return { period, subject: { subject_type: type as ListedStatement["subject_type"], subject_id: Number(id) } }
}

export const ITEM_LABELS: Readonly<Record<StatementLine["item"], string>> = {
  storage: "Storage",
  egress: "Data sent",
  read: "Reads",
  list: "Listings",
  write: "Writes",
  copy: "Copies",
  delete: "Deletes",
  configuration: "Configuration calls",
  identity: "IAM and STS calls",
  other: "Other calls"
}

export const UNIT_LABELS: Readonly<Record<StatementLine["unit"], string>> = {
  gib_month: "GiB-months",
  gib: "GiB",
  thousand_operations: "thousand calls"
}

/** Amounts are the API's decimal texts, never numbers. */
export const totalsText = (totals: ListedStatement["totals"], field: "charges" | "credits" | "total"): string =>
  totals.map((total) => `${total[field]} ${total.currency}`).join(", ") || "none"

export const statementGaps = (statement: ListedStatement): ReadonlyArray<string> => [
  ...(statement.unmeasured_hours > 0
    ? [`${counted(statement.unmeasured_hours, "hour")} without a measurement of storage`]
    : []),
  ...(statement.uncollected_hours > 0 ? [`${counted(statement.uncollected_hours, "hour")} without a usage log`] : []),
  ...(statement.unpriced_days > 0 ? [`${counted(statement.unpriced_days, "day")} without a rate card`] : [])
]

const MONTHS_OFFERED = 24
const monthName = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" })

export const monthText = (month: string): string => monthName.format(new Date(`${month}-01T00:00:00Z`))

export const monthOf = (text: string | null, now: Date): string =>
  text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : now.toISOString().slice(0, 7)

export const monthsUntil = (now: Date): ReadonlyArray<{ readonly value: string; readonly label: string }> =>
  Array.from({ length: MONTHS_OFFERED }, (_, before) => {
    const value = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before, 1)).toISOString().slice(0, 7)
    return { value, label: monthText(value) }
  })

export const groupDigits = (decimal: string): string => {
  const [whole = "", fraction] = decimal.split(".")
  const digits = BigInt(whole).toLocaleString("en")
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

export const validityText = ({ valid_from, valid_until }: RateCard): string =>
  valid_until === null ? `from ${date(valid_from)}` : `from ${date(valid_from)} until before ${date(valid_until)}`
