import type { LifecycleRule } from "./Lifecycle.ts"

export type LifecycleDialect = "rgw" | "aws"

interface Wait {
  readonly days: number | null
  readonly at: number | null
}

export interface PlannedMove extends Wait {
  readonly storageClass: string
  readonly newer: number
}

export interface PlannedRule {
  readonly index: number
  readonly prefix: string
  readonly tags: ReadonlyArray<{ readonly key: string; readonly value: string }>
  readonly above: number
  readonly below: number
  readonly sized: boolean
  readonly expiration: Wait | null
  readonly markers: boolean
  readonly noncurrent: { readonly days: number; readonly newer: number } | null
  readonly transitions: ReadonlyArray<PlannedMove>
  readonly noncurrentTransitions: ReadonlyArray<PlannedMove>
  readonly abortDays: number | null
}

/** Midnight UTC. `day` is a parameter because test gateways use shorter days. */
export interface RunTimes {
  readonly first: number
  readonly day: number
  readonly count: number
}

export interface LifecyclePlan {
  readonly dialect: LifecycleDialect
  readonly versioning: "off" | "enabled" | "suspended"
  readonly runs: RunTimes
  readonly rules: ReadonlyArray<PlannedRule>
  readonly rulesOf: (key: string) => ReadonlyArray<PlannedRule>
}

const momentOf = (date: string): number => Date.parse(/T/.test(date) ? date : `${date}T00:00:00Z`)

const waitOf = (what: { readonly days: number } | { readonly date: string }): Wait =>
  "days" in what ? { days: what.days, at: null } : { days: null, at: momentOf(what.date) }

const planned = (rule: LifecycleRule, index: number): PlannedRule | null => {
  const { abort_multipart, enabled, expiration, filter, noncurrent_expiration, noncurrent_transitions, transitions } =
    rule
  if (!enabled) return null
  return {
    index,
    prefix: filter.prefix,
    tags: filter.tags,
    above: filter.size_greater_than ?? -1,
    below: filter.size_less_than ?? Infinity,
    sized: filter.size_greater_than !== null || filter.size_less_than !== null,
    expiration: expiration === null || "expired_object_delete_marker" in expiration ? null : waitOf(expiration),
    markers: expiration !== null && "expired_object_delete_marker" in expiration,
    noncurrent:
      noncurrent_expiration === null
        ? null
        : { days: noncurrent_expiration.days, newer: noncurrent_expiration.newer_versions ?? 0 },
    transitions: transitions.map((one) => ({ ...waitOf(one), storageClass: one.storage_class, newer: 0 })),
    noncurrentTransitions: noncurrent_transitions.map((one) => ({
      days: one.days,
      at: null,
      storageClass: one.storage_class,
      newer: one.newer_versions ?? 0
    })),
    abortDays: abort_multipart?.days ?? null
  }
}

/** RGW runs rules by prefix, then by id. */
const before = (one: PlannedRule, other: PlannedRule, idOf: (rule: PlannedRule) => string) =>
  one.prefix !== other.prefix ? (one.prefix < other.prefix ? -1 : 1) : idOf(one) < idOf(other) ? -1 : 1

const none: ReadonlyArray<PlannedRule> = []

export const dailyRuns = (now: number, count: number): RunTimes => {
  const day = 86_400_000
  return { first: (Math.floor(now / day) + 1) * day, day, count }
}

/** Finding the rules of a key costs one lookup per distinct prefix length. */
export const lifecyclePlan = (
  rules: ReadonlyArray<LifecycleRule>,
  options: Pick<LifecyclePlan, "dialect" | "versioning" | "runs">
): LifecyclePlan => {
  const active = rules
    .flatMap((rule, index) => planned(rule, index) ?? [])
    .sort((one, other) => before(one, other, ({ index }) => rules[index]?.id ?? ""))
  const byPrefix = new Map<string, ReadonlyArray<PlannedRule>>()
  for (const rule of active) byPrefix.set(rule.prefix, [...(byPrefix.get(rule.prefix) ?? none), rule])
  const lengths = [...new Set([...byPrefix.keys()].map(({ length }) => length))].sort((one, other) => one - other)
  const rulesOf = (key: string): ReadonlyArray<PlannedRule> => {
    let matchingRules = none
    for (const length of lengths) {
      if (length > key.length) break
      const some = byPrefix.get(key.slice(0, length))
      if (some !== undefined) matchingRules = matchingRules.length === 0 ? some : [...matchingRules, ...some]
    }
    return matchingRules
  }
  return { ...options, rules: active, rulesOf }
}

export const scannedPrefixes = (rules: ReadonlyArray<PlannedRule>, limit = 20): ReadonlyArray<string> => {
  const roots: Array<string> = []
  for (const { prefix } of [...rules].sort((one, other) => (one.prefix < other.prefix ? -1 : 1))) {
    const last = roots.at(-1)
    if (last === undefined || !prefix.startsWith(last)) roots.push(prefix)
  }
  return roots.length > limit ? [""] : roots
}
