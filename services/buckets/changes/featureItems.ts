import { Effect, Exit, Schema } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { equivalentDocuments } from "#domain/buckets/features/equivalentDocuments.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import type { FeatureChange } from "#domain/buckets/features/FeatureReading.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import type { AccessLoss } from "#domain/buckets/policies/AccessLoss.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import { FeatureChanges } from "#services/buckets/features/FeatureChanges.ts"
import type { EditWorkspace } from "#services/buckets/features/featureChangeKinds.ts"
import { FeatureEdits, type PlannedEdit, replaced } from "#services/buckets/features/FeatureEdits.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { bucketIdentity, featureVersion } from "#services/buckets/features/featureVersion.ts"
import type { AdaptiveLimiter } from "#services/platform/work/AdaptiveLimiter.ts"
import type { ItemWork, Performed } from "#services/platform/work/WorkKind.ts"
import type { SurveyedFeature } from "./surveyFeatures.ts"

export const FeatureTarget = Schema.Struct({
  bucket: Schema.String,
  identity: Schema.String,
  before: Schema.NullOr(Schema.String),
  value: Schema.Json,
  source: Schema.optionalKey(Schema.String)
})
export type FeatureTarget = typeof FeatureTarget.Type

export const FeatureInverse = Schema.Struct({ bucket: Schema.String, change_id: Schema.Int })
export type FeatureInverse = typeof FeatureInverse.Type

/** Marks the first attempt: a wanted value found by a later one may be its own. */
export const FeatureItemCheckpoint = Schema.Struct({ begun: Schema.Boolean })
export type FeatureItemCheckpoint = typeof FeatureItemCheckpoint.Type

const stale = new Conflict({ code: "stale_plan", detail: "It was changed since the plan: nothing of it was touched" })
export const plannedFeature = (
  { detail, diff, identity, value }: SurveyedFeature,
  carried: { readonly source?: string } = {}
) => ({
  detail,
  before: diff.before_summary,
  after: diff.after_summary,
  sort: diff.before === null ? "set" : value === null ? "removed" : "replaced",
  phase: 1,
  target: { bucket: diff.bucket, identity, before: diff.before, value, ...carried } satisfies FeatureTarget
})

interface FeatureWork
  extends Pick<ItemWork<unknown, FeatureTarget, FeatureItemCheckpoint>, "caller" | "note" | "notes" | "target"> {
  readonly context: ResolvedContext
  readonly feature: FeatureName
  readonly origin: FeatureChange["origin"]
  readonly workspace: EditWorkspace
  readonly acceptedLosses: ReadonlyArray<AccessLoss> | undefined
}

const done = (bucket: string, changeId: number | null): Performed<FeatureInverse> => ({
  outcome: "completed",
  result: { change_id: changeId },
  inverse: changeId === null ? null : { bucket, change_id: changeId }
})

const same: Performed<FeatureInverse> = {
  outcome: "skipped",
  why: "It is the same already",
  result: {},
  inverse: null
}

export const featureItems = Effect.gen(function* () {
  const changes = yield* FeatureChanges
  const editing = yield* FeatureEdits
  const store = yield* FeatureStore
  const identityOf = yield* bucketIdentity

  const findOwnChange = Effect.fnUntraced(function* (
    { context: { listingKey }, feature: name, origin, target: { before, bucket } }: FeatureWork,
    now: string | null
  ) {
    const {
      items: [newest]
    } = yield* changes.page(listingKey, bucket, null, { feature: name, limit: 1 })
    if (newest === undefined || newest.origin !== origin || newest.undone_by !== null || newest.former) return null
    const change = yield* Effect.option(changes.find(listingKey, bucket, newest.id))
    return change._tag === "Some" && change.value.before === before && change.value.after === now ? newest.id : null
  })

  const perform = Effect.fnUntraced(function* (work: FeatureWork) {
    const { acceptedLosses, caller, context, feature: name, note, notes, origin, target, workspace } = work
    const { before, bucket, source, value } = target
    const feature = featureOf(name)
    const identity = yield* identityOf(context, bucket)
    if (identity !== target.identity) return yield* replaced
    const now = yield* store.read(context, bucket, name)
    if (
      notes !== null &&
      now !== before &&
      equivalentDocuments(feature, now, feature.express(value, source ?? before))
    ) {
      const changeId = yield* findOwnChange(work, now)
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
    const edited = yield* editing.edit(caller, context, bucket, name, {
      value,
      version: yield* featureVersion(identity, before),
      identity,
      origin,
      workspace,
      source: source ?? null,
      consent: { accept_losses: acceptedLosses }
    })
    return edited.changeId === null ? same : done(bucket, edited.changeId)
  })

  /** Items of one feature that nobody has begun. */
  const performMany = Effect.fnUntraced(function* (
    caller: Caller,
    feature: FeatureName,
    works: ReadonlyArray<Omit<FeatureWork, "caller" | "feature" | "note" | "notes"> & Pick<PlannedEdit, "permitted">>,
    pacer: AdaptiveLimiter
  ) {
    const edits = works.map(
      ({ acceptedLosses, context, origin, permitted, target, workspace }): PlannedEdit => ({
        permitted,
        context,
        bucket: target.bucket,
        before: target.before,
        value: target.value,
        source: target.source ?? null,
        identity: target.identity,
        origin,
        workspace,
        consent: { accept_losses: acceptedLosses }
      })
    )
    const exits = yield* editing.editMany(caller, feature, edits, pacer)
    return exits.map((exit, index) =>
      Exit.map(exit, ({ changeId }) => (changeId === null ? same : done(edits[index]?.bucket ?? "", changeId)))
    )
  })

  const undo = Effect.fnUntraced(function* (
    caller: Caller,
    context: ResolvedContext,
    workspace: EditWorkspace,
    { bucket, change_id }: FeatureInverse
  ) {
    const change = yield* changes.find(context.listingKey, bucket, change_id)
    if (change.undone_by !== null) return
    yield* editing.putBack(caller, context, bucket, change, change_id, workspace)
  })

  return { perform, performMany, undo }
})
