import type { LifecyclePlan, PlannedMove, PlannedRule, RunTimes } from "./lifecyclePlan.ts"

export interface StoredVersion {
  readonly versionId: string
  readonly size: number
  readonly writtenAt: number
  readonly isMarker: boolean
  readonly storageClass: string
}

export type LifecycleAct = "expire_current" | "expire_noncurrent" | "remove_marker" | "transition"

export interface LifecycleEvent {
  readonly run: number
  readonly rule: number
  readonly act: LifecycleAct
  readonly version: StoredVersion
  readonly freed: boolean
  readonly storageClass: string | null
}

export interface LifecycleOutcome {
  readonly happenings: ReadonlyArray<LifecycleEvent>
  readonly left: ReadonlyArray<StoredVersion>
  readonly unknownTags: ReadonlyArray<StoredVersion>
}

type Tags = ReadonlyArray<{ readonly key: string; readonly value: string }>
export type TagsOf = (version: StoredVersion) => Tags | undefined

interface Chosen {
  readonly act: LifecycleAct
  readonly due: number
  readonly move: PlannedMove | null
}

/** AWS never transitions smaller objects unless a rule sets sizes. */
const MIN_TRANSITION_BYTES = 131_072

/** Milliseconds. RGW counts days from whole seconds, not from midnight; a day may be shorter. */
const dueAt = (since: number, days: number, { day }: RunTimes): number => Math.floor(since / 1000) * 1000 + days * day

const fits = ({ above, below }: PlannedRule, version: StoredVersion): boolean =>
  version.size > above && version.size < below

const hasAll = (rule: PlannedRule, tags: Tags): boolean =>
  rule.tags.every(({ key, value }) => tags.some((tag) => tag.key === key && tag.value === value))

/** Follows RGW's worker: each rule acts at most once per version and sees the effects of earlier rules. */
export const lifecycleOutcome = (
  plan: LifecyclePlan,
  key: string,
  versions: ReadonlyArray<StoredVersion>,
  tagsOf: TagsOf,
  only?: PlannedRule
): LifecycleOutcome => {
  const rules = only === undefined ? plan.rulesOf(key) : [only]
  if (rules.length === 0) return { happenings: [], left: versions, unknownTags: [] }
  const { dialect, runs, versioning } = plan
  const happenings: Array<LifecycleEvent> = []
  const unknown = new Set<StoredVersion>()
  let remainingVersions = versions
  let next = Infinity

  const timeOf = (run: number) => runs.first + (run - 1) * runs.day

  const dueIn = (time: number, moment: number): number | null => {
    if (moment <= time) return moment
    next = Math.min(next, moment)
    return null
  }
  const waited = (time: number, since: number, days: number | null, at: number | null): number | null =>
    days !== null ? dueIn(time, dueAt(since, days, runs)) : at === null ? null : dueIn(time, at)

  const choose = (
    rule: PlannedRule,
    time: number,
    versions: ReadonlyArray<StoredVersion>,
    index: number,
    version: StoredVersion
  ): Chosen | null => {
    const current = index === 0
    const last = index === versions.length - 1
    // a version becomes old when its successor is written
    const since = current ? version.writtenAt : (versions[index - 1]?.writtenAt ?? version.writtenAt)
    const suits = fits(rule, version)
    let best: Chosen | null = null
    const offer = (act: LifecycleAct, due: number | null, move: PlannedMove | null = null) => {
      if (due !== null && (best === null || due > best.due)) best = { act, due, move }
    }
    const { expiration, noncurrent } = rule
    if (expiration !== null && current) {
      if (!version.isMarker && suits)
        offer("expire_current", waited(time, version.writtenAt, expiration.days, expiration.at))
      if (version.isMarker && last && (suits || dialect === "aws"))
        offer("remove_marker", waited(time, version.writtenAt, expiration.days, expiration.at))
    }
    if (rule.markers && version.isMarker && last && (current || dialect === "rgw")) offer("remove_marker", time)
    if (
      noncurrent !== null &&
      !current &&
      index - 1 >= noncurrent.newer &&
      (suits || (version.isMarker && dialect === "aws"))
    ) {
      offer("expire_noncurrent", waited(time, since, noncurrent.days, null))
    }
    if (version.isMarker || !suits || (dialect === "aws" && !rule.sized && version.size < MIN_TRANSITION_BYTES))
      return best
    for (const move of current ? rule.transitions : rule.noncurrentTransitions) {
      if (current || index - 1 >= move.newer) offer("transition", waited(time, since, move.days, move.at), move)
    }
    return best
  }

  const tagged = (rule: PlannedRule, version: StoredVersion): boolean => {
    if (rule.tags.length === 0 || version.isMarker) return true
    const tags = tagsOf(version)
    if (tags === undefined) unknown.add(version)
    return tags !== undefined && hasAll(rule, tags)
  }

  const pass = (rule: PlannedRule, run: number, moves: boolean | null): boolean => {
    const time = timeOf(run)
    const versions = remainingVersions
    let changed = false
    let written: StoredVersion | null = null
    const deletedVersions = new Set<StoredVersion>()
    const moved = new Map<StoredVersion, string>()
    for (const [index, version] of versions.entries()) {
      const chosen = choose(rule, time, versions, index, version)
      if (chosen === null || (moves !== null && moves !== (chosen.act === "transition"))) continue
      const { act, move } = chosen
      if (move !== null && move.storageClass === version.storageClass) continue
      if (!tagged(rule, version)) continue
      const covers =
        act === "expire_current" &&
        (versioning === "enabled" || (versioning === "suspended" && dialect === "aws" && version.versionId !== "null"))
      changed = true
      happenings.push({
        run,
        rule: rule.index,
        act,
        version,
        freed: act !== "transition" && !covers,
        storageClass: move?.storageClass ?? null
      })
      if (move !== null) moved.set(version, move.storageClass)
      else if (!covers) deletedVersions.add(version)
      // suspended versioning: RGW deletes the version itself, and the one below becomes current
      if (act === "expire_current" && (versioning === "enabled" || (versioning === "suspended" && dialect === "aws"))) {
        written = {
          versionId: versioning === "enabled" ? `marker of run ${run}` : "null",
          size: 0,
          writtenAt: time,
          isMarker: true,
          storageClass: "STANDARD"
        }
      }
    }
    if (!changed) return false
    // suspended versioning: the marker replaces the version without id
    const replaced =
      written?.versionId === "null"
        ? versions.find((version) => version.versionId === "null" && !deletedVersions.has(version))
        : undefined
    const remaining = versions.flatMap((version) => {
      const storageClass = moved.get(version)
      return deletedVersions.has(version) || version === replaced
        ? []
        : [storageClass === undefined ? version : { ...version, storageClass }]
    })
    remainingVersions = written === null ? remaining : [written, ...remaining]
    return true
  }

  let run = 1
  while (run <= runs.count && remainingVersions.length > 0) {
    next = Infinity
    let changed = false
    // AWS prefers deletion over transition across all rules
    for (const moves of dialect === "aws" ? [false, true] : [null]) {
      for (const rule of rules) {
        if (remainingVersions.length > 0 && pass(rule, run, moves)) changed = true
      }
    }
    run = changed ? run + 1 : Math.max(run + 1, Math.ceil((next - runs.first) / runs.day) + 1)
  }
  return { happenings, left: remainingVersions, unknownTags: [...unknown] }
}

export const abortedIn = (
  plan: LifecyclePlan,
  key: string,
  begunAt: number
): { readonly run: number; readonly rule: number } | null => {
  const { runs } = plan
  let firstMatch: { readonly run: number; readonly rule: number } | null = null
  for (const { abortDays, index } of plan.rulesOf(key)) {
    if (abortDays === null) continue
    const run = Math.max(1, Math.ceil((dueAt(begunAt, abortDays, runs) - runs.first) / runs.day) + 1)
    if (run <= runs.count && (firstMatch === null || run < firstMatch.run)) firstMatch = { run, rule: index }
  }
  return firstMatch
}
