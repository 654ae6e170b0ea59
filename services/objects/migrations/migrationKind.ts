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
import { CopyNotes, copyPortion } from "../objectwork/copyPortion.ts"

export const bucketMigration = "bucket_migration"

const Params = Schema.Struct({
  /** Absent in runs that started before events were stored. */
  migration_id: Schema.optionalKey(Schema.Int),
  draft: MigrationDraft,
  source_listing_key: Schema.String,
  target_listing_key: Schema.String
})
export type MigrationParams = typeof Params.Type

const Target = Schema.Struct({ source: Schema.String, target: Schema.String })
type Target = typeof Target.Type

/** `copied`: final state of the copy, once everything was copied. */
const Notes = Schema.Struct({ copy: Schema.NullOr(CopyNotes), copied: Schema.NullOr(SweepState) })
type Notes = typeof Notes.Type

type Work = ItemWork<MigrationParams, Target, Notes>

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

  const placesOf = ({ draft }: MigrationParams, { source, target }: Target) => ({
    source: { context_id: draft.source_context_id, bucket: source },
    target: { context_id: draft.target_context_id, bucket: target }
  })

  const createMissing = Effect.fnUntraced(function* ({ caller }: Work, { target: { bucket, context } }: ResolvedSides) {
    if (!(yield* gateway.exists(context.s3, bucket)))
      yield* buckets.create(caller, context, { name: bucket, objectLock: false })
  })

  const copyObjects = Effect.fnUntraced(function* (
    { note, notes, params: { draft }, restWanted }: Work,
    { source, target }: ResolvedSides
  ) {
    return yield* copy({
      portion: wholeBucket,
      notes: notes?.copy ?? null,
      note: (state, progress) => note({ copy: state, copied: null }, progress),
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
      made: () => Effect.void
    })
  })

  const verify = Effect.fnUntraced(function* ({ note, restWanted }: Work, copied: SweepState, resolved: ResolvedSides) {
    const compare = compareContent(details, resolved)
    const next = mergedListings({ store, pages }, resolved, false, null)
    let counts: ComparisonCounts = noCounts
    for (;;) {
      if (yield* restWanted) return null
      const pairs = yield* next
      if (pairs === null) return counts
      counts = sumCounts(counts, (yield* compare(pairs)).counts)
      yield* note(
        { copy: null, copied },
        { done: counts.source_objects, total: copied.done + copied.skipped, unit: "objects", note: "Comparing" }
      )
    }
  })

  const copySettings = Effect.fnUntraced(function* ({ caller }: Work, resolved: ResolvedSides) {
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
          Effect.tap(() =>
            Effect.sync(() => {
              changed += 1
            })
          ),
          Effect.catchTags({
            Conflict: ({ detail }) => Effect.sync(() => problems.push(`${edit.feature}: ${detail}`)),
            InvalidInput: ({ message }) => Effect.sync(() => problems.push(`${edit.feature}: ${message}`)),
            StorageError: ({ detail }) => Effect.sync(() => problems.push(`${edit.feature}: ${detail}`))
          })
        )
    }
    return { changed, problems }
  })

  const migrate = Effect.fnUntraced(function* (work: Work, resolved: ResolvedSides) {
    const { draft } = work.params
    const rested: Performed<null> = { outcome: "rested", result: {}, inverse: null }
    yield* createMissing(work, resolved)
    let copied = work.notes?.copied ?? null
    if (copied === null) {
      const { end, state } = yield* copyObjects(work, resolved)
      if (end === "rested") return rested
      copied = state
      yield* work.note(
        { copy: null, copied },
        { done: copied.done, total: copied.done, unit: "objects", note: "Copied" }
      )
    }
    const verified = yield* verify(work, copied, resolved)
    if (verified === null) return rested
    const settings = draft.copy_bucket_settings ? yield* copySettings(work, resolved) : { changed: 0, problems: [] }
    const problem = verificationProblem(verified, draft)
    const [failure] = copied.named
    const why = [
      ...(problem === null ? [] : [problem]),
      ...(failure === undefined
        ? []
        : [`${copied.failed.toLocaleString("en")} could not be copied, the first: ${failure.reason}`]),
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
    const done: Performed<null> =
      why.length === 0
        ? { outcome: "completed", result, inverse: null }
        : { outcome: "incomplete", why: why.join("; "), result, inverse: null }
    return done
  })

  const kind: WorkKind<MigrationParams, Target, Notes, null> = {
    name: bucketMigration,
    scope: "manager",
    listing: ({ source_listing_key }) => source_listing_key,
    params: Params,
    target: Target,
    notes: Notes,
    inverse: Schema.Null,
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

    undo: () => Effect.void
  }
  return kind
})
