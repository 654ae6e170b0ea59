import type { QuotaLimits, QuotaState } from "./quotaCrossing.ts"

export interface AlertFacts {
  readonly type: "S3Account" | "S3User"
  readonly name: string
  readonly state: QuotaState
  readonly used_bytes: number
  readonly object_count: number
  readonly limits: QuotaLimits
  readonly days_until_full: number | null
}

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"]

const sizeText = (bytes: number): string => {
  const unit = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** unit
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`
}

const percentText = (used: number, limit: number) => (limit <= 0 ? "" : ` (${Math.floor((used / limit) * 100)} %)`)

const noun = { S3Account: "RGW account", S3User: "RGW user" }

export const quotaAlertText = (facts: AlertFacts): { readonly title: string; readonly message: string } => {
  const { days_until_full: days, limits, name, object_count: objects, state, type, used_bytes: bytes } = facts
  const subject = `${noun[type]} ${name}`
  const used = [
    limits.max_bytes === null
      ? null
      : `${sizeText(bytes)} of ${sizeText(limits.max_bytes)}${percentText(bytes, limits.max_bytes)}`,
    limits.max_objects === null
      ? null
      : `${objects} of ${limits.max_objects} objects${percentText(objects, limits.max_objects)}`
  ].filter((part) => part !== null)
  const usage = used.length === 0 ? `${subject} has no quota any more.` : `${subject} uses ${used.join(" and ")}.`
  if (state === "normal") return { title: `Quota of ${name} has room again`, message: usage }
  if (state === "full")
    return { title: `Quota of ${name} is full`, message: `${usage} New uploads are refused or will be soon.` }
  const forecast =
    days === null ? "" : ` At its present growth the quota is reached in about ${Math.max(1, Math.round(days))} days.`
  return { title: `Quota of ${name} is almost full`, message: usage + forecast }
}
