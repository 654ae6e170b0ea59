import { Duration, Effect, Schema, Stream } from "effect"
import { type ComparisonCounts, noCounts, sumCounts } from "#domain/objects/comparison/BucketComparison.ts"
import { MigrationDraft } from "#domain/objects/migrations/BucketMigration.ts"
import { verificationProblem } from "#domain/objects/migrations/verifyMigration.ts"
import { SweepState } from "#domain/objects/objectwork/Sweep.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { BucketMeasures } from "#services/buckets/BucketMeasures.ts"
import { Buckets } from "#services/buckets/Buckets.ts"
import { FeatureEdits } from "#services/buckets/features/FeatureEdits.ts"
import { bucketIdentity, featureVersion } from "#services/buckets/features/featureVersion.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import type { ItemWork, Performed, WorkKind } from "#services/platform/work/WorkKind.ts"
import { compareContent } from "../comparison/compareContent.ts"
import { compareSettings } from "../comparison/compareSettings.ts"
import { comparisonSides, type ResolvedSides } from "../comparison/comparisonSides.ts"
import { mergedListings } from "../comparison/listedEntries.ts"
import { CopiedKeys } from "../objectwork/CopiedKeys.ts"
import { CopyNotes, copyPortion } from "../objectwork/copyPortion.ts"
import { failureText } from "../objectwork/sweptOutcome.ts"
import { rollbackMigration } from "./rollbackMigration.ts"

export const bucketMigration = "bucket_migration"

const Params = Schema.Struct({
  /** Absent in runs that started before events were stored. */
  migration_id: Schema.optionalKey(Schema.Int),
  draft: MigrationDraft,
  source_listing_key: Schema.String,
  target_listing_key: Schema.String
})
export type MigrationParams = typeof Params.Type

type Noted = Required<Pick<Notes, "created" | "changes">>

const Target = Schema.Struct({ source: Schema.String, target: Schema.String })
type Target = typeof Target.Type

/** `copied`: final state of the copy, once everything was copied. The others are for the rollback. */
const Notes = Schema.Struct({
  copy: Schema.NullOr(CopyNotes),
  copied: Schema.NullOr(SweepState),
  /** True when the migration created the target bucket. */
  created: Schema.optionalKey(Schema.Boolean),
  /** Setting changes at the target, in order. */
  changes: Schema.optionalKey(Schema.Array(Schema.Int))
})
type Notes = typeof Notes.Type

type Work = ItemWork<MigrationParams, Target, Notes>

/** Rollback reads the notes and the stored copies. */
const Inverse = Schema.Struct({})
type Inverse = typeof Inverse.Type

const RIGHTS_CHECK_INTERVAL = Duration.seconds(3)
const wholeBucket = { _tag: "Folder", prefix: "" } as const

/** Migration of buckets in one pass: create, copy, compare, and copy the settings. An item is a bucket. */
export const migrationKind = Effect.gen(function* () {
  const [details, pages, store] = yield* Effect.all([ObjectDetailStore, BucketPages, ObjectStore])
  const [gateway, buckets, edits] = yield* Effect.all([BucketGateway, Buckets, FeatureEdits])
  const [measures, listings] = yield* Effect.all([BucketMeasures, BucketListings])
  const identityOf = yield* bucketIdentity
  const settingsOf = yield* compareSettings
  const sides = yield* comparisonSides
  const copy = yield* copyPortion
  const copiedKeys = yield* CopiedKeys

  const placesOf = ({ draft }: MigrationParams, { source, target }: Target) => ({
    source: { context_id: draft.source_context_id, bucket: source },
    target: { context_id: draft.target_context_id, bucket: target }
  })

  /** Returns what later notes carry along for the rollback. */
  const createMissing = Effect.fnUntraced(function* (
    { caller, note, notes }: Work,
    { target: { bucket, context } }: ResolvedSides
  ) {
    const known = { created: notes?.created ?? false, changes: notes?.changes ?? [] }
    if (yield* gateway.exists(context.s3, bucket)) return known
    const noted = { ...known, created: true }
    yield* note({ copy: null, copied: null, ...noted })
    yield* buckets.create(caller, context, { name: bucket, objectLock: false })
    return noted
  })

  const copyObjects = Effect.fnUntraced(function* (
    { note, notes, params: { draft }, restWanted, runId }: Work,
    { source, target }: ResolvedSides,
    noted: Noted
  ) {
    return yield* copy({
      portion: wholeBucket,
      notes: notes?.copy ?? null,
      note: (state, progress) => note({ copy: state, copied: null, ...noted }, progress),
      restWanted,
      source: source.context,
      bucket: source.bucket,
      target: target.context,
      targetBucket: target.bucket,
      base: "",
      prefix: "",
      move: false,
      conflict: draft.strategy === "skip_existing" ? "skip" : "replace",
      accepted: draft.accept_losses ?? [],
      plannedAt: null,
      made: (copies) => copiedKeys.made(runId, source.bucket, copies)
    })
  })

  const verify = Effect.fnUntraced(function* (
    { note, restWanted }: Work,
    copied: SweepState,
    resolved: ResolvedSides,
    noted: Noted
  ) {
    const compare = compareContent(details, resolved)
    const next = mergedListings({ store, pages }, resolved, false, null)
    let counts: ComparisonCounts = noCounts
    for (;;) {
      if (yield* restWanted) return null
      const pairs = yield* next
      if (pairs === null) return counts
      counts = sumCounts(counts, (yield* compare(pairs)).counts)
      yield* note(
        { copy: null, copied, ...noted },
        { done: counts.source_objects, total: copied.done + copied.skipped, unit: "objects", note: "Comparing" }
      )
    }
  })

  const copySettings = Effect.fnUntraced(function* ({ caller }: Work, resolved: ResolvedSides) {
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

  const migrate = Effect.fnUntraced(function* (work: Work, resolved: ResolvedSides) {
    const { draft } = work.params
    const rested: Performed<Inverse> = { outcome: "rested", result: {}, inverse: {} }
    const noted = yield* createMissing(work, resolved)
    let copied = work.notes?.copied ?? null
    if (copied === null) {
      const { end, state } = yield* copyObjects(work, resolved, noted)
      if (end === "rested") return rested
      copied = state
      yield* work.note(
        { copy: null, copied, ...noted },
        { done: copied.done, total: copied.done, unit: "objects", note: "Copied" }
      )
    }
    const verified = yield* verify(work, copied, resolved, noted)
    if (verified === null) return rested
    const settings = draft.copy_bucket_settings
      ? yield* copySettings(work, resolved)
      : { changed: 0, changes: [], problems: [] }
    // a retry begins anew, and a rollback needs what was done
    yield* work.note({ copy: null, copied: null, ...noted, changes: [...noted.changes, ...settings.changes] })
    const problem = verificationProblem(verified, draft)
    const why = [
      ...(problem === null ? [] : [problem]),
      ...(copied.failed === 0 ? [] : [failureText(copied, "could not be copied")]),
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
      setting_problems: settings.problems
    }
    const done: Performed<Inverse> =
      why.length === 0
        ? { outcome: "completed", result, inverse: {} }
        : { outcome: "incomplete", why: why.join("; "), result, inverse: {} }
    return done
  })

  const rollBack = yield* rollbackMigration

  const kind: WorkKind<MigrationParams, Target, Notes, Inverse> = {
    name: bucketMigration,
    scope: "manager",
    listing: ({ source_listing_key }) => source_listing_key,
    params: Params,
    target: Target,
    notes: Notes,
    inverse: Inverse,
    alone: ({ target_listing_key }) => `${bucketMigration} ${target_listing_key}`,
    atOnce: 2,
    plan: ({ draft: { buckets: pairs } }) =>
      Effect.succeed({
        title: pairs.length === 1 ? `Migrate ${pairs[0]?.source}` : `Migrate ${pairs.length} buckets`,
        warnings: [],
        leftOut: [],
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
      return yield* Effect.raceFirst(migrate(work, resolved), lostRight).pipe(
        Effect.ensuring(Effect.andThen(measures.changed(context, bucket), listings.refresh(context.listingKey)))
      )
    }),

    leftBehind: () => ({}),
    undo: Effect.fn("Migration.undo")(function* ({ caller, notes, params, runId, target }) {
      const resolved = yield* sides.ofStarter(caller, placesOf(params, target))
      const { bucket, context } = resolved.target
      yield* rollBack({ caller, runId, notes, resolved }).pipe(
        Effect.ensuring(Effect.andThen(measures.changed(context, bucket), listings.refresh(context.listingKey)))
      )
    })
  }
  return kind
})
