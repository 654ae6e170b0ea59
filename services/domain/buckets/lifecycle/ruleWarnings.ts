import type { Lifecycle, LifecycleRule } from "./Lifecycle.ts"
import { overlaps } from "./overlaps.ts"

const MAX_OVERLAPS = 20

const nameOf = ({ id }: LifecycleRule, index: number) => `Rule ${id ?? index + 1}`

const ofRule = (rule: LifecycleRule, index: number, dialect: "rgw" | "aws"): ReadonlyArray<string> => {
  const name = nameOf(rule, index)
  const { abort_multipart, expiration, filter, noncurrent_transitions, transitions } = rule
  const classes = [
    ...new Set([...transitions, ...noncurrent_transitions].map(({ storage_class }) => storage_class))
  ].filter((one) => one !== "STANDARD")
  const after = expiration !== null && "days" in expiration ? expiration.days : null
  const ofAnySize = filter.size_greater_than === null && filter.size_less_than === null
  return [
    ...(filter.prefix.startsWith("/") ? [`${name} begins with /: only keys that begin with / are meant`] : []),
    ...(filter.prefix.includes("*")
      ? [`${name} has a * in its prefix: it stands for itself, never for other characters`]
      : []),
    ...(expiration !== null &&
    filter.prefix === "" &&
    filter.tags.length === 0 &&
    !("expired_object_delete_marker" in expiration) &&
    rule.enabled
      ? [`${name} deletes ${ofAnySize ? "everything in" : "from everywhere in"} the bucket`]
      : []),
    ...(dialect === "rgw" && classes.length > 0
      ? [
          `${name} moves to ${classes.join(", ")}: the gateway takes any name, and moves nothing to a storage ` +
            "class that it does not have"
        ]
      : []),
    ...(dialect === "rgw" &&
    abort_multipart !== null &&
    (filter.size_greater_than !== null || filter.size_less_than !== null)
      ? [`${name} removes unfinished uploads of any size: they have none yet`]
      : []),
    ...(dialect === "rgw" && filter.tags.length > 0 && rule.noncurrent_expiration !== null
      ? [`${name} deletes old delete markers without looking at tags: they have none`]
      : []),
    ...(dialect === "rgw" && filter.tags.length > 0 && expiration !== null
      ? [`${name} also takes away delete markers with no version left, whatever tags were there`]
      : []),
    ...(after !== null && transitions.some((one) => "days" in one && one.days >= after)
      ? [`${name} deletes objects before it moves them`]
      : [])
  ]
}

export const ruleWarnings = ({ rules }: Lifecycle, dialect: "rgw" | "aws"): ReadonlyArray<string> => {
  const ruleOverlaps = overlaps(rules, MAX_OVERLAPS + 1)
  return [
    ...rules.flatMap((rule, index) => ofRule(rule, index, dialect)).slice(0, 100),
    ...ruleOverlaps.slice(0, MAX_OVERLAPS).map(({ message }) => message),
    ...(ruleOverlaps.length > MAX_OVERLAPS ? ["More rules overlap than are told here"] : [])
  ]
}
