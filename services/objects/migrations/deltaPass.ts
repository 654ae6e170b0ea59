import { Effect } from "effect"
import { type ComparisonCounts, noCounts, sumCounts } from "#domain/objects/comparison/BucketComparison.ts"
import type { ListedEntry } from "#domain/objects/comparison/compareEntries.ts"
import type { EntryPair } from "#domain/objects/comparison/mergeListings.ts"
import { deltaAction } from "#domain/objects/migrations/delta.ts"
import { type ObjectFailure, MAX_FAILURES_IN_REPORT, type SweepState } from "#domain/objects/objectwork/Sweep.ts"
import type { WorkItemProgress } from "#domain/platform/work/WorkRun.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { deleteKeys } from "#services/objects/deleteKeys.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { compareContent } from "../comparison/compareContent.ts"
import { type ResolvedSides, sameKeyPlaces } from "../comparison/comparisonSides.ts"
import { mergedListings } from "../comparison/listedEntries.ts"
import { CopiedKeys } from "../objectwork/CopiedKeys.ts"
import { type CopyCheckpoint, copyPortion } from "../objectwork/copyPortion.ts"
import { isUnchanged } from "../objectwork/factsAt.ts"
import { copyVersions } from "./copyVersions.ts"
import { migrationManifest } from "./migrationManifest.ts"
import { MigrationManifests } from "./MigrationManifests.ts"
import type { MigrationWork } from "./migrationWork.ts"

export interface DeltaReport {
  readonly counts: ComparisonCounts
  readonly changes: number
  readonly copied: number
  readonly copiedBytes: number
  readonly removed: number
  readonly failed: number
  readonly failures: ReadonlyArray<ObjectFailure>
  readonly skippedVersionIds: ReadonlyArray<string>
}

export const noDelta: DeltaReport = {
  counts: noCounts,
  changes: 0,
  copied: 0,
  copiedBytes: 0,
  removed: 0,
  failed: 0,
  failures: [],
  skippedVersionIds: []
}

/** State after a pass; failures are those of the pass. */
export const afterDelta = (state: SweepState, report: DeltaReport): SweepState => ({
  ...state,
  done: state.done + report.copied,
  bytes: state.bytes + report.copiedBytes,
  failed: report.failed,
  named: report.failures
})

interface DeltaOrder {
  readonly since: Date | null
  readonly apply: boolean
  readonly removes: boolean
  readonly label: string
  readonly note: (copy: CopyCheckpoint | null, progress: WorkItemProgress) => Effect.Effect<void>
}

const MAX_KEPT_IN_REPORT = 100

export const deltaPass = Effect.gen(function* () {
  const [details, pages, store, copied] = yield* Effect.all([ObjectDetailStore, BucketPages, ObjectStore, CopiedKeys])
  const manifests = yield* MigrationManifests
  const copy = yield* copyPortion
  const copyAllVersions = yield* copyVersions
  const remove = yield* deleteKeys

  const isOwnCopy = (facts: Parameters<typeof isUnchanged>[0], entry: ListedEntry) =>
    isUnchanged(facts, { size: entry.size, etag: entry.etag, modifiedAt: entry.modifiedAt })

  return Effect.fnUntraced(function* (
    { params, isPauseRequested, runId }: MigrationWork,
    resolved: ResolvedSides,
    { apply, label, note, removes, since }: DeltaOrder
  ) {
    const { draft } = params
    const { source, target } = resolved
    const portion = source.bucket
    const compare = compareContent({ details, store }, resolved)
    const isVersionAware = draft.strategy === "version_aware"
    const next = mergedListings({ store, pages }, resolved, isVersionAware, null)
    if (apply) yield* manifests.clear(runId, portion)
    if (apply && isVersionAware) {
      const state = yield* copyAllVersions({ params, isPauseRequested }, resolved, {
        notes: null,
        label,
        note
      })
      const [changes, copiedBytes] = [state?.done ?? 0, state?.bytes ?? 0]
      return state === null
        ? null
        : { ...noDelta, changes, copied: changes, copiedBytes, failed: state.failed, failures: state.named }
    }
    const manifest = apply ? null : yield* migrationManifest(manifests, runId, portion)
    let report = noDelta
    const progress = (): WorkItemProgress => ({
      done: report.counts.source_objects,
      total: null,
      unit: "objects",
      note: label
    })

    const isRecent = ({ source: entry }: EntryPair<ListedEntry>) =>
      since !== null && entry !== null && entry.modifiedAt !== null && Date.parse(entry.modifiedAt) >= since.getTime()

    const planned = Effect.fnUntraced(function* (pairs: ReadonlyArray<EntryPair<ListedEntry>>) {
      const compared = yield* compare(pairs)
      const { counts, differences } = compared
      if (manifest !== null) yield* manifest.add(compared)
      if (isVersionAware) {
        const open = differences.filter(({ kind }) => kind === "missing" || kind === "different")
        return { counts, toCopy: open.map(({ key }) => key), toRemove: [], skippedVersionIds: [] }
      }
      const verdicts = new Map(differences.map(({ key, kind }) => [key, kind]))
      const open = pairs.filter((pair) => verdicts.has(pair.key) || isRecent(pair))
      const atTarget = open.flatMap(({ key, target: entry }) => (entry === null ? [] : [key]))
      const copiesByKey = new Map((yield* copied.find(runId, portion, atTarget)).map((one) => [one.key, one]))
      const actions = open.map((pair) => {
        const own = copiesByKey.get(pair.key)
        const copy =
          own === undefined || pair.target === null
            ? "absent"
            : isOwnCopy(own.facts, pair.target)
              ? "unchanged"
              : "changed"
        const object = { verdict: verdicts.get(pair.key) ?? "same", isRecent: isRecent(pair), copy } as const
        return { key: pair.key, action: deltaAction(object, draft.strategy) }
      })
      const keysOf = (wanted: (typeof actions)[number]["action"]) =>
        actions.filter(({ action }) => action === wanted).map(({ key }) => key)
      const [toRemove, skippedVersionIds] = removes ? [keysOf("remove"), keysOf("kept")] : [[], []]
      return { counts, toCopy: keysOf("copy"), toRemove, skippedVersionIds }
    })

    const copyKeys = Effect.fnUntraced(function* (keys: ReadonlyArray<string>) {
      if (keys.length === 0) return true
      const { end, state } = yield* copy({
        portion: { _tag: "Named", entries: keys.map((key) => ({ key, version_id: null })) },
        notes: null,
        note: (notes) => note(notes, progress()),
        isPauseRequested,
        ...sameKeyPlaces(resolved),
        conflict: "replace",
        accepted: draft.accept_losses ?? [],
        sameEndpointCopy: draft.use_same_endpoint_copy !== false,
        plannedAt: null,
        recordCopies: (copies) => copied.record(runId, portion, copies)
      })
      report = {
        ...report,
        copied: report.copied + state.done,
        copiedBytes: report.copiedBytes + state.bytes,
        failed: report.failed + state.failed,
        failures: [...report.failures, ...state.named].slice(0, MAX_FAILURES_IN_REPORT)
      }
      return end === "through"
    })

    const removeKeys = Effect.fnUntraced(function* (keys: ReadonlyArray<string>) {
      if (keys.length === 0) return
      const entries = keys.map((key) => ({ key, versionId: null }))
      const outcomes = yield* remove(target.context.s3, target.bucket, entries, { background: true })
      const refused = new Set(outcomes.filter(({ code }) => code !== null).map(({ key }) => key))
      const removed = keys.filter((key) => !refused.has(key))
      yield* copied.forget(runId, portion, removed)
      report = { ...report, removed: report.removed + removed.length }
    })

    for (;;) {
      if (yield* isPauseRequested) return null
      const pairs = yield* next
      if (pairs === null) {
        if (manifest !== null) yield* manifest.complete
        return report
      }
      const { counts, skippedVersionIds, toCopy, toRemove } = yield* planned(pairs)
      report = {
        ...report,
        counts: sumCounts(report.counts, counts),
        changes: report.changes + toCopy.length + toRemove.length,
        skippedVersionIds: [...report.skippedVersionIds, ...skippedVersionIds].slice(0, MAX_KEPT_IN_REPORT)
      }
      if (apply) {
        if (!(yield* copyKeys(toCopy))) return null
        yield* removeKeys(toRemove)
      }
      yield* note(null, progress())
    }
  })
})
