import { Schema } from "effect"

const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

export const BillingDate = Schema.String.check(
  Schema.isPattern(/^(19|20|21)\d{2}-\d{2}-\d{2}$/u, { message: "Expected a day such as 2026-11-21" }),
  Schema.makeFilter((text: string) => isDay(text) || "Expected a day of the calendar")
).annotate({ identifier: "BillingDate" })

export const BillingMonth = Schema.String.check(
  Schema.isPattern(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/u, { message: "Expected a month such as 2026-11" })
).annotate({ identifier: "BillingMonth" })

export const daysOfMonth = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
