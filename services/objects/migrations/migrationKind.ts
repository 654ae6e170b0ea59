import { Duration, Effect, Exit, Stream } from "effect"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { BucketMeasures } from "#services/buckets/BucketMeasures.ts"
import type { WorkKind } from "#services/platform/work/WorkKind.ts"
import { comparisonSides, type ResolvedSides } from "../comparison/comparisonSides.ts"
import { cutoverBucket } from "./cutoverBucket.ts"
import { migrationSteps, noSettings } from "./migrationSteps.ts"
import {
  copiedCheckpoint,
  finalCheckpoint,
  MigrationCheckpoint,
  MigrationParams,
  MigrationTarget,
  type MigrationWork,
  restedMigration,
  RollbackInverse
} from "./migrationWork.ts"
import { rollbackMigration } from "./rollbackMigration.ts"
import type { LockSide } from "./SourceLockRecords.ts"
import { SourceLocks } from "./SourceLocks.ts"
import { sharedRates } from "./sharedRates.ts"

export const bucketMigration = "bucket_migration"

const RIGHTS_CHECK_INTERVAL = Duration.seconds(3)

export const migrationKind = Effect.gen(function* () {
  const [measures, listings] = yield* Effect.all([BucketMeasures, BucketListings])
  const sides = yield* comparisonSides
  const locks = yield* SourceLocks
  const rates = sharedRates()
  const { copyObjects, copySettings, createMissing, keepVersions, lockTarget, outcomeOf, unlockTarget, verify } =
    yield* migrationSteps
  const cutOver = yield* cutoverBucket

  const placesOf = ({ draft }: MigrationParams, { source, target }: MigrationTarget) => ({
    source: { context_id: draft.source_context_id, bucket: source },
    target: { context_id: draft.target_context_id, bucket: target }
  })

  const migrate = Effect.fnUntraced(function* (work: MigrationWork, resolved: ResolvedSides) {
    const { draft } = work.params
    const noted = yield* createMissing(work, resolved)
    yield* keepVersions(work, resolved.target, noted)
    yield* lockTarget(work, resolved)
    const notes = copiedCheckpoint(work, noted) ?? (yield* copyObjects(work, resolved, noted))
    if (notes === null) return restedMigration
    const verified = yield* verify(work, resolved, notes)
    if (verified === null) return restedMigration
    const problems = yield* unlockTarget(work, resolved)
    const settings = draft.copy_bucket_settings ? yield* copySettings(work, resolved) : noSettings
    yield* work.note(finalCheckpoint(notes, { ...noted, changes: [...noted.changes, ...settings.changes] }))
    return outcomeOf(draft, notes.copied, verified, settings, {}, problems)
  })

  const rollBack = yield* rollbackMigration

  const kind: WorkKind<MigrationParams, MigrationTarget, MigrationCheckpoint, RollbackInverse> = {
    name: bucketMigration,
    scope: "manager",
    listing: ({ source_listing_key }) => source_listing_key,
    params: MigrationParams,
    target: MigrationTarget,
    notes: MigrationCheckpoint,
    inverse: RollbackInverse,
    exclusionKey: ({ target_listing_key }) => `${bucketMigration} ${target_listing_key}`,
    maxConcurrency: 2,
    plan: ({ draft: { buckets: pairs } }) =>
      Effect.succeed({
        title: pairs.length === 1 ? `Migrate ${pairs[0]?.source}` : `Migrate ${pairs.length} buckets`,
        warnings: [],
        excluded: [],
        items: Stream.fromIterable(
          pairs.map((pair) => ({
            key: pair.source,
            label: pair.source,
            detail: pair.target,
            before: pair.source,
            after: pair.target,
            sort: "buckets",
            phase: 1,
            target: pair
          }))
        )
      }),

    perform: Effect.fn("Migration.perform")(function* (work) {
      const places = placesOf(work.params, work.target)
      const resolved = yield* sides.ofStarter(work.caller, places)
      const lostRight = Effect.forever(
        Effect.andThen(Effect.sleep(RIGHTS_CHECK_INTERVAL), sides.ofStarter(work.caller, places))
      )
      const { bucket, context } = resolved.target
      const migrated = rates(
        work.runId,
        work.params.draft,
        work.params.draft.mode === "pre_sync" ? cutOver(work, resolved) : migrate(work, resolved)
      )
      return yield* Effect.raceFirst(migrated, lostRight).pipe(
        // another process continues an interrupted item, and completes or releases the lock
        Effect.onExit((exit) => {
          if (Exit.hasInterrupts(exit)) return Effect.void
          const release = (side: LockSide) => locks.release(work.caller, work.runId, work.target.source, side)
          const isAwaiting = Exit.isSuccess(exit) && exit.value.outcome === "awaiting"
          return Effect.andThen(release("source"), isAwaiting ? Effect.void : release("target"))
        }),
        Effect.ensuring(Effect.andThen(measures.changed(context, bucket), listings.refresh(context.listingKey)))
      )
    }),

    unrecordedInverse: () => ({}),
    undo: Effect.fn("Migration.undo")(function* ({ caller, notes, params, runId, target }) {
      if (params.draft.strategy === "version_aware")
        return yield* new Conflict({
          code: "stale_plan",
          detail: "Copied versions are not removed one by one: delete the target by hand"
        })
      const resolved = yield* sides.ofStarter(caller, placesOf(params, target))
      const { bucket, context } = resolved.target
      yield* rollBack({ caller, runId, notes, resolved }).pipe(
        Effect.ensuring(Effect.andThen(measures.changed(context, bucket), listings.refresh(context.listingKey)))
      )
    })
  }
  return kind
})
