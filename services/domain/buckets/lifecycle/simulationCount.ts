import { effectSums, type EffectSums } from "./effectSums.ts"
import type { LifecycleSample, LifecycleSimulation, SimulatedRule } from "./LifecycleSimulation.ts"
import { abortedIn, lifecycleOutcome, type StoredVersion, type TagsOf } from "./lifecycleOutcome.ts"
import type { LifecyclePlan } from "./lifecyclePlan.ts"
import type { LifecycleRule } from "./Lifecycle.ts"

const MAX_SAMPLES = 10

export interface SimulationCount {
  readonly key: (key: string, versions: ReadonlyArray<StoredVersion>, tagsOf: TagsOf) => void
  readonly upload: (key: string, begunAt: number) => void
  readonly tagsNeeded: (
    key: string,
    versions: ReadonlyArray<StoredVersion>,
    tagsOf: TagsOf
  ) => ReadonlyArray<StoredVersion>
  readonly processed: () => number
  readonly effects: () => LifecycleSimulation["effects"]
  readonly result: () => Pick<LifecycleSimulation, "effects" | "rules"> & {
    readonly scanned: Omit<LifecycleSimulation["scanned"], "prefixes">
  }
}

interface OfRule {
  readonly effects: EffectSums
  readonly alone: EffectSums
  readonly samples: Array<LifecycleSample>
}

export const simulationCount = (
  plan: LifecyclePlan,
  rules: ReadonlyArray<LifecycleRule>,
  horizons: ReadonlyArray<number>
): SimulationCount => {
  const combined = effectSums(horizons)
  const each = new Map<number, OfRule>(
    plan.rules.map(({ index }) => [index, { effects: effectSums(horizons), alone: effectSums(horizons), samples: [] }])
  )
  const tagged = plan.rules.some(({ tags }) => tags.length > 0)
  const scanned = { objects: 0, noncurrent: 0, delete_markers: 0, uploads: 0, bytes: 0 }

  const note = (versions: ReadonlyArray<StoredVersion>) => {
    for (const [index, { isMarker, size }] of versions.entries()) {
      if (isMarker) scanned.delete_markers++
      else if (index === 0) scanned.objects++
      else scanned.noncurrent++
      scanned.bytes += size
    }
  }
  const sample = (index: number, one: LifecycleSample) => {
    const samples = each.get(index)?.samples
    if (samples !== undefined && samples.length < MAX_SAMPLES) samples.push(one)
  }

  return {
    key: (key, versions, tagsOf) => {
      note(versions)
      const matching = plan.rulesOf(key)
      if (matching.length === 0) return
      for (const { act, freed, rule, run, version } of lifecycleOutcome(plan, key, versions, tagsOf).happenings) {
        const of = each.get(rule)
        combined.add(run, act, version.size, freed)
        of?.effects.add(run, act, version.size, freed)
        if (matching.length === 1) of?.alone.add(run, act, version.size, freed)
        const versionId = version.versionId.startsWith("marker of run") ? null : version.versionId
        sample(rule, {
          key,
          version_id: plan.versioning === "off" ? null : versionId,
          act,
          size_bytes: version.size,
          in_days: run
        })
      }
      if (matching.length === 1) return
      for (const rule of matching) {
        for (const { act, freed, run, version } of lifecycleOutcome(plan, key, versions, tagsOf, rule).happenings) {
          each.get(rule.index)?.alone.add(run, act, version.size, freed)
        }
      }
    },
    upload: (key, begunAt) => {
      scanned.uploads++
      const aborted = abortedIn(plan, key, begunAt)
      if (aborted === null) return
      combined.add(aborted.run, "abort_upload", 0, false)
      each.get(aborted.rule)?.effects.add(aborted.run, "abort_upload", 0, false)
      sample(aborted.rule, { key, version_id: null, act: "abort_upload", size_bytes: 0, in_days: aborted.run })
      for (const { abortDays, index } of plan.rulesOf(key)) {
        const run =
          abortDays === null
            ? null
            : abortedIn({ ...plan, rulesOf: () => plan.rules.filter((rule) => rule.index === index) }, key, begunAt)
        if (run !== null) each.get(index)?.alone.add(run.run, "abort_upload", 0, false)
      }
    },
    tagsNeeded: (key, versions, tagsOf) => {
      if (!tagged) return []
      const matching = plan.rulesOf(key)
      if (!matching.some(({ tags }) => tags.length > 0)) return []
      const needed = new Set(lifecycleOutcome(plan, key, versions, tagsOf).unknownTags)
      // a rule alone may need tags that another rule makes irrelevant
      if (matching.length > 1) {
        for (const rule of matching)
          for (const version of lifecycleOutcome(plan, key, versions, tagsOf, rule).unknownTags) needed.add(version)
      }
      return [...needed]
    },
    processed: () => scanned.objects + scanned.noncurrent + scanned.delete_markers + scanned.uploads,
    effects: combined.result,
    result: () => ({
      scanned: { ...scanned },
      effects: combined.result(),
      rules: [...each]
        .sort(([one], [other]) => one - other)
        .map(
          ([index, { alone, effects, samples }]): SimulatedRule => ({
            index,
            id: rules[index]?.id ?? null,
            effects: effects.result(),
            alone: alone.result(),
            samples
          })
        )
    })
  }
}
