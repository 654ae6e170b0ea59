import { Effect } from "effect"
import { type ComparisonCounts, noCounts, sumCounts } from "#domain/objects/comparison/BucketComparison.ts"
import type { MigrationDraft } from "#domain/objects/migrations/BucketMigration.ts"
import { verificationProblem } from "#domain/objects/migrations/verifyMigration.ts"
import type { SweepState } from "#domain/objects/objectwork/Sweep.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { Buckets } from "#services/buckets/Buckets.ts"
import { FeatureEdits } from "#services/buckets/features/FeatureEdits.ts"
import { bucketIdentity, featureVersion } from "#services/buckets/features/featureVersion.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import type { Performed } from "#services/platform/work/WorkKind.ts"
import { compareContent } from "../comparison/compareContent.ts"
import { compareSettings } from "../comparison/compareSettings.ts"
import { type ResolvedSides, sameKeyPlaces } from "../comparison/comparisonSides.ts"
import { mergedListings } from "../comparison/listedEntries.ts"
import { CopiedKeys } from "../objectwork/CopiedKeys.ts"
import { copyPortion } from "../objectwork/copyPortion.ts"
import { failureText } from "../objectwork/sweptOutcome.ts"
import { migrationManifest } from "./migrationManifest.ts"
import { MigrationManifests } from "./MigrationManifests.ts"
import type { MigrationWork, NotedForRollback, RollbackInverse } from "./migrationWork.ts"

const wholeBucket = { _tag: "Folder", prefix: "" } as const

/** Steps of the migration of one bucket, shared by all modes. */
export const migrationSteps = Effect.gen(function* () {
  const [details, pages, store] = yield* Effect.all([ObjectDetailStore, BucketPages, ObjectStore])
  const [gateway, buckets, edits] = yield* Effect.all([BucketGateway, Buckets, FeatureEdits])
  const identityOf = yield* bucketIdentity
  const settingsOf = yield* compareSettings
  const copy = yield* copyPortion
  const [copiedKeys, manifests] = yield* Effect.all([CopiedKeys, MigrationManifests])

  /** Returns what later notes carry along for the rollback. An earlier comparison is void from here on. */
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

  const copyObjects = Effect.fnUntraced(function* (
    { note, notes, params: { draft }, restWanted, runId }: MigrationWork,
    { source, target }: ResolvedSides,
    noted: NotedForRollback
  ) {
    return yield* copy({
      portion: wholeBucket,
      notes: notes?.copy ?? null,
      note: (state, progress) => note({ copy: state, copied: null, ...noted }, progress),
      restWanted,
      ...sameKeyPlaces({ source, target }),
      conflict: draft.strategy === "skip_existing" ? "skip" : "replace",
      accepted: draft.accept_losses ?? [],
      plannedAt: null,
      made: (copies) => copiedKeys.made(runId, source.bucket, copies)
    })
  })

  const verify = Effect.fnUntraced(function* (
    { note, restWanted, runId }: MigrationWork,
    copied: SweepState,
    resolved: ResolvedSides,
    noted: NotedForRollback
  ) {
    const compare = compareContent({ details, store }, resolved)
    const next = mergedListings({ store, pages }, resolved, false, null)
    const manifest = yield* migrationManifest(manifests, runId, resolved.source.bucket)
    let counts: ComparisonCounts = noCounts
    for (;;) {
      if (yield* restWanted) return null
      const pairs = yield* next
      if (pairs === null) {
        yield* manifest.complete
        return counts
      }
      const batch = yield* compare(pairs)
      yield* manifest.add(batch)
      counts = sumCounts(counts, batch.counts)
      yield* note(
        { copy: null, copied, ...noted },
        { done: counts.source_objects, total: copied.done + copied.skipped, unit: "objects", note: "Comparing" }
      )
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

  /** Outcome of a bucket whose objects were compared. `report`: further fields of the result. */
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

  return { createMissing, copyObjects, verify, copySettings, outcomeOf }
})

/** Result of the settings of a bucket that were not copied. */
export const noSettings = { changed: 0, changes: [], problems: [] }
