import { Clock, Duration, Effect } from "effect"
import { type ComparisonCounts, noCounts, sumCounts } from "#domain/objects/comparison/BucketComparison.ts"
import type { MigrationDraft } from "#domain/objects/migrations/BucketMigration.ts"
import { listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import { verificationProblem } from "#domain/objects/migrations/verifyMigration.ts"
import type { SweepState } from "#domain/objects/objectwork/Sweep.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { Buckets } from "#services/buckets/Buckets.ts"
import { BucketContents } from "#services/buckets/emptying/BucketContents.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { FeatureEdits } from "#services/buckets/features/FeatureEdits.ts"
import { bucketIdentity, featureVersion } from "#services/buckets/features/featureVersion.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import type { WorkItemProgress } from "#domain/platform/work/WorkRun.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import type { Performed } from "#services/platform/work/WorkKind.ts"
import { compareContent } from "../comparison/compareContent.ts"
import { compareSettings } from "../comparison/compareSettings.ts"
import { type ResolvedSides, sameKeyPlaces } from "../comparison/comparisonSides.ts"
import { mergedListings } from "../comparison/listedEntries.ts"
import { CopiedKeys } from "../objectwork/CopiedKeys.ts"
import { type CopyCheckpoint, copyPortion } from "../objectwork/copyPortion.ts"
import { failureText } from "../objectwork/sweptOutcome.ts"
import { copyVersions } from "./copyVersions.ts"
import { afterDelta, deltaPass } from "./deltaPass.ts"
import { interruptedCopy } from "./interruptedCopy.ts"
import { migrationManifest } from "./migrationManifest.ts"
import { MigrationManifests } from "./MigrationManifests.ts"
import { SourceLocks } from "./SourceLocks.ts"
import type {
  CopiedCheckpoint,
  MigrationCheckpoint,
  MigrationWork,
  RollbackCheckpoint,
  RollbackInverse
} from "./migrationWork.ts"

export const UNKNOWN_OWNER = "The owner of the target is not known: it cannot be exempted from a lock"

/** The clocks of a gateway and of this machine may differ by this. */
const CLOCK_TOLERANCE = Duration.minutes(5)

/** Earliest time at which the source writes objects after a reading that starts now. */
export const earliestWriteTime = Effect.map(
  Clock.currentTimeMillis,
  (now) => new Date(now - Duration.toMillis(CLOCK_TOLERANCE))
)

const wholeBucket = { _tag: "Folder", prefix: "" } as const

export const migrationSteps = Effect.gen(function* () {
  const [details, pages, store] = yield* Effect.all([ObjectDetailStore, BucketPages, ObjectStore])
  const [gateway, buckets, edits] = yield* Effect.all([BucketGateway, Buckets, FeatureEdits])
  const identityOf = yield* bucketIdentity
  const settingsOf = yield* compareSettings
  const copy = yield* copyPortion
  const copyAllVersions = yield* copyVersions
  const [passOver, finishInterrupted] = yield* Effect.all([deltaPass, interruptedCopy])
  const [contents, features] = yield* Effect.all([BucketContents, FeatureStore])
  const [copiedKeys, manifests, locks] = yield* Effect.all([CopiedKeys, MigrationManifests, SourceLocks])

  const lockTarget = Effect.fnUntraced(function* (
    { caller, params: { draft }, runId }: MigrationWork,
    { source, target }: ResolvedSides
  ) {
    if (draft.lock_target_writes !== true) return
    const owner = listingOwner(target.context.listingKey)?.owner ?? null
    if (owner === null) return yield* new Conflict({ code: "stale_plan", detail: UNKNOWN_OWNER })
    yield* locks.lock(caller, runId, { ...target, side: "target", item: source.bucket, owner })
  })

  const unlockTarget = ({ caller, runId }: MigrationWork, { source }: ResolvedSides) =>
    Effect.map(locks.release(caller, runId, source.bucket, "target"), (problem) =>
      problem === null ? [] : [`the target could not be unlocked yet, which is retried: ${problem}`]
    )

  /** Returns what the rollback needs in later notes. An earlier comparison is void from here on. */
  const createMissing = Effect.fnUntraced(function* (
    { caller, note, notes, runId }: MigrationWork,
    { source, target: { bucket, context } }: ResolvedSides
  ) {
    yield* manifests.clear(runId, source.bucket)
    const previous = { created: notes?.created ?? false, changes: notes?.changes ?? [] }
    if (yield* gateway.exists(context.s3, bucket)) return previous
    const noted = { ...previous, created: true }
    yield* note({ copy: null, copied: null, ...noted })
    yield* buckets.create(caller, context, { name: bucket, objectLock: false })
    return noted
  })

  /** Enables versioning at a target that the migration created. Conflict for another unversioned one. */
  const keepVersions = Effect.fnUntraced(function* (
    { caller, params: { draft } }: MigrationWork,
    { bucket, context }: ResolvedSides["target"],
    { created }: RollbackCheckpoint
  ) {
    if (draft.strategy !== "version_aware") return
    const { versioning } = yield* contents.settings(context.s3, bucket)
    if (versioning === "enabled") return
    if (!created) return yield* new Conflict({ code: "stale_plan", detail: "The target does not keep versions" })
    const identity = yield* identityOf(context, bucket)
    const before = yield* features.read(context, bucket, "versioning")
    yield* edits.edit(caller, context, bucket, "versioning", {
      value: { status: "enabled" },
      version: yield* featureVersion(identity, before),
      identity,
      origin: "copy",
      source: null
    })
  })

  const copyEverything = Effect.fnUntraced(function* (
    { note, notes, params, isPauseRequested, runId }: MigrationWork,
    { source, target }: ResolvedSides,
    started: RollbackCheckpoint & Pick<MigrationCheckpoint, "synced_since">
  ) {
    const { draft } = params
    const noteCopy = (state: CopyCheckpoint, progress: WorkItemProgress) =>
      note({ copy: state, copied: null, ...started }, progress)
    if (draft.strategy === "version_aware") {
      const order = { notes: notes?.copy ?? null, label: "", note: noteCopy }
      return yield* copyAllVersions({ params, isPauseRequested }, { source, target }, order)
    }
    const { end, state } = yield* copy({
      portion: wholeBucket,
      notes: notes?.copy ?? null,
      note: noteCopy,
      isPauseRequested,
      ...sameKeyPlaces({ source, target }),
      conflict: draft.strategy === "skip_existing" ? "skip" : "replace",
      accepted: draft.accept_losses ?? [],
      sameEndpointCopy: draft.use_same_endpoint_copy !== false,
      plannedAt: null,
      recordCopies: (copies) => copiedKeys.record(runId, source.bucket, copies)
    })
    return end === "through" ? state : null
  })

  /** Copies objects that are missing, differ, or were written since the first attempt. */
  const copyDifferences = Effect.fnUntraced(function* (
    work: MigrationWork,
    sides: ResolvedSides,
    started: RollbackCheckpoint & Pick<MigrationCheckpoint, "synced_since">,
    copied_before: SweepState
  ) {
    yield* finishInterrupted(work.runId, sides, work.notes?.copy ?? null)
    const report = yield* passOver(work, sides, {
      since: started.synced_since === undefined ? null : new Date(started.synced_since),
      apply: true,
      removes: false,
      label: "Copying what differs",
      note: (copy, progress) => work.note({ copy, copied: null, copied_before, ...started }, progress)
    })
    if (report === null) return null
    return afterDelta(copied_before, report)
  })

  /** In a retry copies only differences. Null when a rest is wanted. */
  const copyObjects = Effect.fnUntraced(function* (
    work: MigrationWork,
    sides: ResolvedSides,
    noted: RollbackCheckpoint
  ) {
    const startedAt = (yield* earliestWriteTime).toISOString()
    const { copied_before, synced_since = startedAt } = work.notes ?? {}
    const started = { ...noted, synced_since }
    const copied =
      copied_before === undefined
        ? yield* copyEverything(work, sides, started)
        : yield* copyDifferences(work, sides, started, copied_before)
    if (copied === null) return null
    const notes: CopiedCheckpoint = {
      copy: null,
      copied,
      ...noted,
      synced_since: copied_before === undefined ? synced_since : startedAt
    }
    yield* work.note(notes, { done: copied.done, total: copied.done, unit: "objects", note: "Copied" })
    return notes
  })

  const verify = Effect.fnUntraced(function* (
    { note, params, isPauseRequested, runId }: MigrationWork,
    resolved: ResolvedSides,
    notes: CopiedCheckpoint
  ) {
    const { copied } = notes
    const compare = compareContent({ details, store }, resolved)
    const next = mergedListings({ store, pages }, resolved, params.draft.strategy === "version_aware", null)
    const manifest = yield* migrationManifest(manifests, runId, resolved.source.bucket)
    let counts: ComparisonCounts = noCounts
    for (;;) {
      if (yield* isPauseRequested) return null
      const pairs = yield* next
      if (pairs === null) {
        yield* manifest.complete
        return counts
      }
      const batch = yield* compare(pairs)
      yield* manifest.add(batch)
      counts = sumCounts(counts, batch.counts)
      yield* note(notes, {
        done: counts.source_objects,
        total: copied.done + copied.skipped,
        unit: "objects",
        note: "Comparing"
      })
    }
  })

  const copySettings = Effect.fnUntraced(function* ({ caller }: MigrationWork, resolved: ResolvedSides) {
    const changes: Array<number> = []
    const { bucket, context } = resolved.target
    const identity = yield* identityOf(context, bucket)
    const problems: Array<string> = []
    let changed = 0
    for (const { comparison, edit } of yield* settingsOf(resolved)) {
      if (edit === null) {
        if (comparison.verdict !== "same") problems.push(`${comparison.feature}: ${comparison.detail ?? "not known"}`)
        continue
      }
      yield* edits
        .edit(caller, context, bucket, edit.feature, {
          value: edit.value,
          version: yield* featureVersion(identity, edit.before),
          identity,
          origin: "copy",
          source: edit.source
        })
        .pipe(
          Effect.tap(({ changeId }) =>
            Effect.sync(() => {
              changed += 1
              if (changeId !== null) changes.push(changeId)
            })
          ),
          Effect.catchTags({
            Conflict: ({ detail }) => Effect.sync(() => problems.push(`${edit.feature}: ${detail}`)),
            InvalidInput: ({ message }) => Effect.sync(() => problems.push(`${edit.feature}: ${message}`)),
            StorageError: ({ detail }) => Effect.sync(() => problems.push(`${edit.feature}: ${detail}`))
          })
        )
    }
    return { changed, changes, problems }
  })

  const outcomeOf = (
    draft: MigrationDraft,
    copied: SweepState,
    verified: ComparisonCounts,
    settings: Effect.Success<ReturnType<typeof copySettings>>,
    report: Performed<RollbackInverse>["result"] = {},
    further: ReadonlyArray<string> = []
  ): Performed<RollbackInverse> => {
    const problem = verificationProblem(verified, draft)
    const why = [
      ...(problem === null ? [] : [problem]),
      ...(copied.failed === 0 ? [] : [failureText(copied, "could not be copied")]),
      ...further,
      ...settings.problems
    ]
    const result = {
      copied: copied.done,
      copied_bytes: copied.bytes,
      skipped: copied.skipped,
      failed: copied.failed,
      failures: copied.named,
      verified,
      settings_changed: settings.changed,
      setting_problems: settings.problems,
      ...report
    }
    return why.length === 0
      ? { outcome: "completed", result, inverse: {} }
      : { outcome: "incomplete", why: why.join("; "), result, inverse: {} }
  }

  return { createMissing, keepVersions, lockTarget, unlockTarget, copyObjects, verify, copySettings, outcomeOf }
})

export const noSettings = { changed: 0, changes: [], problems: [] }
