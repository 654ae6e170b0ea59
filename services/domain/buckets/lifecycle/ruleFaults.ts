import type { InputIssue } from "../../platform/errors/Errors.ts"
import type { Lifecycle, LifecycleRule } from "./Lifecycle.ts"

const MAX_RULES = 1_000
const UNENCODABLE = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/

const encoder = new TextEncoder()

const isDay = (date: string): boolean => {
  const time = Date.parse(`${date}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

type Faults = ReadonlyArray<readonly [path: string, message: string]>
const oneFault = (path: string, message: string): Faults => [[path, message]]
const faultIf = (holds: boolean, path: string, message: string): Faults => (holds ? oneFault(path, message) : [])

const CONTROL_CHARACTERS = "Expected no control characters: no gateway can be told of them"

const filterFaults = ({ abort_multipart, expiration, filter }: LifecycleRule, aws: boolean): Faults => {
  const { prefix, size_greater_than: above, size_less_than: below, tags } = filter
  const keys = tags.map(({ key }) => key)
  const sized = aws && (above !== null || below !== null)
  const markers = expiration !== null && "expired_object_delete_marker" in expiration
  const uploads = abort_multipart !== null
  return [
    ...faultIf(UNENCODABLE.test(prefix), "filter.prefix", CONTROL_CHARACTERS),
    ...faultIf(
      encoder.encode(prefix).length > 1_024,
      "filter.prefix",
      "Expected at most 1,024 bytes: no key is longer"
    ),
    ...tags.flatMap(({ key, value }, index) => [
      ...faultIf(UNENCODABLE.test(key + value), `filter.tags.${index}`, CONTROL_CHARACTERS),
      ...faultIf(
        keys.indexOf(key) < index,
        `filter.tags.${index}.key`,
        "This key is used twice: no object could have both"
      )
    ]),
    ...faultIf(
      above !== null && below !== null && below <= above,
      "filter.size_less_than",
      "Expected more than the smallest size"
    ),
    ...faultIf(below === 0, "filter.size_less_than", "No object is smaller than 0 bytes"),
    ...faultIf(
      markers && tags.length > 0,
      "expiration",
      "Delete markers have no tags: a rule for them filters by prefix only"
    ),
    ...faultIf(markers && sized, "expiration", "Delete markers have no size: a rule for them filters by prefix only"),
    ...faultIf(
      uploads && tags.length > 0,
      "abort_multipart",
      "Unfinished uploads have no tags: a rule for them filters by prefix only"
    ),
    ...faultIf(
      uploads && sized,
      "abort_multipart",
      "Unfinished uploads have no size: a rule for them filters by prefix only"
    )
  ]
}

const dayFaults = (days: number, path: string, least: number): Faults =>
  faultIf(days < least, path, `Expected at least ${least === 1 ? "1 day" : `${least} days`}`)

const momentFaults = (
  moment: { readonly days: number } | { readonly date: string },
  path: string,
  least: number
): Faults =>
  "days" in moment
    ? dayFaults(moment.days, `${path}.days`, least)
    : faultIf(!isDay(moment.date), `${path}.date`, "Expected a day such as 2030-01-31: its midnight UTC is meant")

const duplicateClasses = (path: string, moves: ReadonlyArray<{ readonly storage_class: string }>): Faults => {
  const classes = moves.map(({ storage_class }) => storage_class)
  return classes.flatMap((name, index) =>
    faultIf(classes.indexOf(name) < index, `${path}.${index}.storage_class`, "This storage class is used twice")
  )
}

const actionFaults = (rule: LifecycleRule, aws: boolean): Faults => {
  const { abort_multipart, expiration, noncurrent_expiration, noncurrent_transitions, transitions } = rule
  const nothing =
    expiration === null &&
    noncurrent_expiration === null &&
    abort_multipart === null &&
    transitions.length === 0 &&
    noncurrent_transitions.length === 0
  const deletes = expiration === null || "expired_object_delete_marker" in expiration ? null : expiration
  const timed = [...transitions, ...(deletes === null ? [] : [deletes])]
  return [
    ...faultIf(nothing, "", "Expected at least one action"),
    ...(deletes === null ? [] : momentFaults(deletes, "expiration", 1)),
    ...(noncurrent_expiration === null ? [] : dayFaults(noncurrent_expiration.days, "noncurrent_expiration.days", 1)),
    ...faultIf(
      aws && (noncurrent_expiration?.newer_versions ?? 0) > 100,
      "noncurrent_expiration.newer_versions",
      "Expected at most 100"
    ),
    ...(abort_multipart === null ? [] : dayFaults(abort_multipart.days, "abort_multipart.days", 1)),
    ...transitions.flatMap((transition, index) => momentFaults(transition, `transitions.${index}`, 0)),
    ...noncurrent_transitions.flatMap(({ newer_versions }, index) =>
      faultIf(
        !aws && newer_versions !== null,
        `noncurrent_transitions.${index}.newer_versions`,
        "This gateway keeps no number of versions back when it moves them"
      )
    ),
    ...duplicateClasses("transitions", transitions),
    ...duplicateClasses("noncurrent_transitions", noncurrent_transitions),
    ...faultIf(
      timed.some((one) => "days" in one) && timed.some((one) => "date" in one),
      "transitions",
      "A rule counts in days or names dates, never both"
    ),
    ...faultIf(
      aws &&
        deletes !== null &&
        "days" in deletes &&
        transitions.some((one) => "days" in one && one.days >= deletes.days),
      "expiration.days",
      "Expected more days than its transitions have"
    )
  ]
}

export const ruleFaults = ({ rules }: Lifecycle, dialect: "rgw" | "aws"): ReadonlyArray<InputIssue> => {
  const first = new Map<string, number>()
  const faults: Array<InputIssue> = []
  if (rules.length === 0)
    faults.push({ path: ["rules"], message: "Expected at least one rule; null takes lifecycle away" })
  if (rules.length > MAX_RULES) faults.push({ path: ["rules"], message: "Expected at most 1,000 rules" })
  for (const [index, rule] of rules.entries()) {
    const at = (path: string, message: string) =>
      faults.push({ path: ["rules", String(index), ...path.split(".").filter((part) => part !== "")], message })
    const { id } = rule
    if (id !== null) {
      if (first.has(id)) at("id", "This id is used twice")
      else first.set(id, index)
      if (encoder.encode(id).length > 255) at("id", "Expected at most 255 bytes")
      if (UNENCODABLE.test(id)) at("id", "Expected no control characters: no gateway can be told of them")
    }
    for (const [path, message] of [...filterFaults(rule, dialect === "aws"), ...actionFaults(rule, dialect === "aws")])
      at(path, message)
  }
  return faults
}
