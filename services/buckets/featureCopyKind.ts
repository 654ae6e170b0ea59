import { Effect, Schema, Stream } from "effect"
import { PlanFeatureCopy } from "#domain/buckets/FeatureCopy.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { FeatureChanges } from "#services/buckets/features/FeatureChanges.ts"
import { FeatureEdits, equivalentDocuments } from "#services/buckets/features/FeatureEdits.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { bucketIdentity, featureVersion } from "#services/buckets/features/featureVersion.ts"
import type { Performed, WorkKind } from "#services/platform/work/WorkKind.ts"
import { surveyCopies } from "./surveyCopies.ts"

export const featureCopy = "feature_copy"

const Params = Schema.Struct({ ...PlanFeatureCopy.fields, context_id: Schema.String, listing_key: Schema.String })
export type FeatureCopyParams = typeof Params.Type

/** `before`: document at planning time; a changed document, or another bucket (`identity`), is not touched. */
const Target = Schema.Struct({
  bucket: Schema.String,
  identity: Schema.String,
  before: Schema.NullOr(Schema.String),
  value: Schema.Json,
  source: Schema.optionalKey(Schema.String)
})
type Target = typeof Target.Type

const Inverse = Schema.Struct({ bucket: Schema.String, change_id: Schema.Int })
type Inverse = typeof Inverse.Type

/** Marks the first attempt: a wanted value found by a later one may be its own. */
const Notes = Schema.Struct({ begun: Schema.Boolean })
type Notes = typeof Notes.Type

const stale = new Conflict({ code: "stale_plan", detail: "It was changed since the plan: nothing of it was touched" })
const replaced = new Conflict({
  code: "stale_plan",
  detail: "Somebody deleted the bucket and made another one of this name: that one is not touched"
})

/** Copy of a feature to other buckets; each change is in the bucket's history and is undone from there. */
export const featureCopyKind = Effect.gen(function* () {
  const contexts = yield* ExecutionContexts
  const changes = yield* FeatureChanges
  const edits = yield* FeatureEdits
  const store = yield* FeatureStore
  const identityOf = yield* bucketIdentity
  const { sourceOf, survey } = yield* surveyCopies

  const plan = Effect.fn("FeatureCopies.plan")(function* ({
    accept_losses,
    buckets,
    feature: name,
    listing_key,
    source: from
  }: FeatureCopyParams) {
    const context = yield* contexts.forListing(listing_key)
    const source = yield* sourceOf(context, name, from)
    const surveyed = yield* survey(context, source, buckets, accept_losses)
    const { document, feature } = source
    const carried = document !== null && feature.unknown(document).length > 0 ? { source: document } : {}
    const items = surveyed
      .filter(({ diff }) => diff.left_out === null)
      .map(({ diff, identity, value }) => ({
        key: diff.bucket,
        label: diff.bucket,
        detail: diff.rewritten.join("; "),
        before: diff.before_summary,
        after: diff.after_summary,
        sort: diff.before === null ? "set" : value === null ? "removed" : "replaced",
        phase: 1,
        target: { bucket: diff.bucket, identity, before: diff.before, value, ...carried }
      }))
    const warnings = new Set(surveyed.flatMap(({ diff }) => (diff.left_out === null ? diff.warnings : [])))
    return {
      title: `Copy ${feature.label.toLowerCase()} of ${from} to ${items.length} ${items.length === 1 ? "bucket" : "buckets"}`,
      warnings: [...warnings].slice(0, 20),
      leftOut: surveyed.flatMap(({ diff }) =>
        diff.left_out === null ? [] : [{ label: diff.bucket, reason: diff.left_out }]
      ),
      items: Stream.fromIterable(items)
    }
  })

  const findOwnChange = Effect.fnUntraced(function* (
    { feature: name, listing_key }: FeatureCopyParams,
    { before, bucket }: Target,
    now: string | null
  ) {
    const {
      items: [newest]
    } = yield* changes.page(listing_key, bucket, null, { feature: name, limit: 1 })
    if (newest === undefined || newest.origin !== "copy" || newest.undone_by !== null || newest.former) return null
    const change = yield* Effect.option(changes.find(listing_key, bucket, newest.id))
    return change._tag === "Some" && change.value.before === before && change.value.after === now ? newest.id : null
  })

  const done = (bucket: string, changeId: number | null): Performed<Inverse> => ({
    outcome: "completed",
    result: { change_id: changeId },
    inverse: changeId === null ? null : { bucket, change_id: changeId }
  })

  const kind: WorkKind<FeatureCopyParams, Target, Notes, Inverse> = {
    name: featureCopy,
    scope: "manager",
    listing: ({ listing_key }) => listing_key,
    params: Params,
    target: Target,
    notes: Notes,
    inverse: Inverse,
    alone: ({ feature, listing_key }) => `${featureCopy} ${listing_key} ${feature}`,
    atOnce: 8,
    plan,

    perform: Effect.fn("FeatureCopies.perform")(function* ({ caller, note, notes, params, target }) {
      const { bucket, before, source, value } = target
      const feature = featureOf(params.feature)
      const context = yield* contexts.forListing(params.listing_key)
      const identity = yield* identityOf(context, bucket)
      if (identity !== target.identity) return yield* replaced
      const now = yield* store.read(context, bucket, params.feature)
      if (
        notes !== null &&
        now !== before &&
        equivalentDocuments(feature, now, feature.express(value, source ?? before))
      ) {
        const changeId = yield* findOwnChange(params, target, now)
        // sent by a dead process: retry until reconciliation has recorded it
        if (changeId === null)
          return yield* new Conflict({
            code: "state_conflict",
            detail: "It was sent, and what became of it is being found out"
          })
        return done(bucket, changeId)
      }
      if (now !== before) return yield* stale
      yield* note({ begun: true })
      const edited = yield* edits.edit(caller, context, bucket, params.feature, {
        value,
        version: yield* featureVersion(identity, before),
        identity,
        origin: "copy",
        source: source ?? null,
        consent: { accept_losses: params.accept_losses }
      })
      return edited.changeId === null
        ? { outcome: "skipped", why: "It is the same already", result: {}, inverse: null }
        : done(bucket, edited.changeId)
    }),

    undo: Effect.fn("FeatureCopies.undo")(function* ({ caller, params }, { bucket, change_id }) {
      const context = yield* contexts.forListing(params.listing_key)
      const change = yield* changes.find(params.listing_key, bucket, change_id)
      if (change.undone_by !== null) return
      yield* edits.putBack(caller, context, bucket, change, change_id)
    })
  }
  return kind
})
