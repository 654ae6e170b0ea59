import type { InputIssue } from "../../platform/errors/Errors.ts"
import type { Lifecycle, LifecycleRule } from "./Lifecycle.ts"

/** Both gateways refuse the next. */
const most = 1_000
/** Characters that XML cannot carry. */
const unwritable = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/

const encoder = new TextEncoder()

/** A day whose midnight UTC is meant; `2030-02-30` is none. */
const isDay = (date: string): boolean => {
  const time = Date.parse(`${date}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

/** Paths from the rule, with dots, and what is wrong there. */
type Said = ReadonlyArray<readonly [path: string, message: string]>
const said = (path: string, message: string): Said => [[path, message]]
const when = (holds: boolean, path: string, message: string): Said => holds ? said(path, message) : []

const unwritten = "Expected no control characters: no gateway can be told of them"

const filterFaults = ({ abort_multipart, expiration, filter }: LifecycleRule, aws: boolean): Said => {
  const { prefix, size_greater_than: above, size_less_than: below, tags } = filter
  const keys = tags.map(({ key }) => key)
  const sized = aws && (above !== null || below !== null)
  const markers = expiration !== null && "expired_object_delete_marker" in expiration
  const uploads = abort_multipart !== null
  return [
    ...when(unwritable.test(prefix), "filter.prefix", unwritten),
    ...when(encoder.encode(prefix).length > 1_024, "filter.prefix", "Expected at most 1,024 bytes: no key is longer"),
    ...tags.flatMap(({ key, value }, index) => [
      ...when(unwritable.test(key + value), `filter.tags.${index}`, unwritten),
      ...when(keys.indexOf(key) < index, `filter.tags.${index}.key`, "This key is used twice: no object could have both")
    ]),
    ...when(above !== null && below !== null && below <= above, "filter.size_less_than", "Expected more than the smallest size"),
    ...when(below === 0, "filter.size_less_than", "No object is smaller than 0 bytes"),
    ...when(markers && tags.length > 0, "expiration", "Delete markers have no tags: a rule for them filters by prefix only"),
    ...when(markers && sized, "expiration", "Delete markers have no size: a rule for them filters by prefix only"),
    ...when(uploads && tags.length > 0, "abort_multipart", "Unfinished uploads have no tags: a rule for them filters by prefix only"),
    ...when(uploads && sized, "abort_multipart", "Unfinished uploads have no size: a rule for them filters by prefix only")
  ]
}

const dayFaults = (days: number, path: string, least: number): Said => when(days < least, path, `Expected at least ${least === 1 ? "1 day" : `${least} days`}`)

const momentFaults = (moment: { readonly days: number } | { readonly date: string }, path: string, least: number): Said =>
  "days" in moment ? dayFaults(moment.days, `${path}.days`, least)
    : when(!isDay(moment.date), `${path}.date`, "Expected a day such as 2030-01-31: its midnight UTC is meant")

const twice = (path: string, moves: ReadonlyArray<{ readonly storage_class: string }>): Said => {
  const classes = moves.map(({ storage_class }) => storage_class)
  return classes.flatMap((name, index) => when(classes.indexOf(name) < index, `${path}.${index}.storage_class`, "This storage class is used twice"))
}

const actionFaults = (rule: LifecycleRule, aws: boolean): Said => {
  const { abort_multipart, expiration, noncurrent_expiration, noncurrent_transitions, transitions } = rule
  const nothing = expiration === null && noncurrent_expiration === null && abort_multipart === null && transitions.length === 0 && noncurrent_transitions.length === 0
  const deletes = expiration === null || "expired_object_delete_marker" in expiration ? null : expiration
  const timed = [...transitions, ...(deletes === null ? [] : [deletes])]
  return [
    ...when(nothing, "", "Expected at least one action"),
    ...(deletes === null ? [] : momentFaults(deletes, "expiration", 1)),
    ...(noncurrent_expiration === null ? [] : dayFaults(noncurrent_expiration.days, "noncurrent_expiration.days", 1)),
    ...when(aws && (noncurrent_expiration?.newer_versions ?? 0) > 100, "noncurrent_expiration.newer_versions", "Expected at most 100"),
    ...(abort_multipart === null ? [] : dayFaults(abort_multipart.days, "abort_multipart.days", 1)),
    ...transitions.flatMap((transition, index) => momentFaults(transition, `transitions.${index}`, 0)),
    ...noncurrent_transitions.flatMap(({ newer_versions }, index) => when(
      !aws && newer_versions !== null, `noncurrent_transitions.${index}.newer_versions`, "This gateway keeps no number of versions back when it moves them")),
    ...twice("transitions", transitions),
    ...twice("noncurrent_transitions", noncurrent_transitions),
    ...when(timed.some((one) => "days" in one) && timed.some((one) => "date" in one), "transitions", "A rule counts in days or names dates, never both"),
    ...when(
      aws && deletes !== null && "days" in deletes && transitions.some((one) => "days" in one && one.days >= deletes.days), "expiration.days",
      "Expected more days than its transitions have")
  ]
}

/** What a gateway would refuse, or understand as something else; paths lead from the value. */
export const ruleFaults = ({ rules }: Lifecycle, dialect: "rgw" | "aws"): ReadonlyArray<InputIssue> => {
  const first = new Map<string, number>()
  const faults: Array<InputIssue> = []
  if (rules.length === 0) faults.push({ path: ["rules"], message: "Expected at least one rule; null takes lifecycle away" })
  if (rules.length > most) faults.push({ path: ["rules"], message: "Expected at most 1,000 rules" })
  for (const [index, rule] of rules.entries()) {
    const at = (path: string, message: string) =>
      faults.push({ path: ["rules", String(index), ...path.split(".").filter((part) => part !== "")], message })
    const { id } = rule
    if (id !== null) {
      if (first.has(id)) at("id", "This id is used twice")
      else first.set(id, index)
      if (encoder.encode(id).length > 255) at("id", "Expected at most 255 bytes")
      if (unwritable.test(id)) at("id", "Expected no control characters: no gateway can be told of them")
    }
    for (const [path, message] of [...filterFaults(rule, dialect === "aws"), ...actionFaults(rule, dialect === "aws")]) at(path, message)
  }
  return faults
}
