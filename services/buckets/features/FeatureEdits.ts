import { Context, Effect, Exit, Layer, Result } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { sameBucket } from "#domain/buckets/creationTime.ts"
import {
  Conflict,
  type Forbidden,
  type GatewayFailure,
  InvalidInput,
  NotFound
} from "#domain/platform/errors/Errors.ts"
import type { FeatureChange } from "#domain/buckets/features/FeatureReading.ts"
import { mergeCopiedDocument } from "#domain/buckets/features/copiedDocument.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import { editFaults } from "#domain/buckets/features/editFaults.ts"
import { equivalentDocuments } from "#domain/buckets/features/equivalentDocuments.ts"
import type { FeaturePlace } from "#domain/buckets/features/Feature.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { type AnyFeature, featureOf } from "#domain/buckets/features/features.ts"
import type { AdaptiveLimiter } from "#services/platform/work/AdaptiveLimiter.ts"
import { FeatureChanges, type StoredChange } from "./FeatureChanges.ts"
import { type EditConsent, FeatureGuard } from "./FeatureGuard.ts"
import { type DocumentRead, FeatureStore } from "./FeatureStore.ts"
import { aboutOf, type EditWorkspace, inContexts, makeFeatureChangeKinds } from "./featureChangeKinds.ts"
import { recordCreation } from "./recordCreation.ts"
import { bucketIdentities, bucketIdentity, featureVersion, type Identity } from "./featureVersion.ts"

export interface FeatureEdit {
  readonly value: unknown
  readonly version: string | null
  readonly identity: string
  readonly origin: FeatureChange["origin"]
  readonly workspace?: EditWorkspace
  readonly source?: string | null
  readonly consent?: EditConsent
}

/** 409 `stale_plan` if the document is no longer `before`, or the bucket another. */
export interface PlannedEdit extends Omit<FeatureEdit, "version"> {
  readonly context: ResolvedContext
  readonly bucket: string
  readonly before: string | null
  /** Checked directly before the gateway is changed. */
  readonly permitted: Effect.Effect<void, Forbidden>
}

export interface FeatureEditResult {
  readonly stored: string | null
  /** Null when nothing was changed. */
  readonly changeId: number | null
}

type Refused = InvalidInput | Conflict | NotFound | GatewayFailure

const stale = new Conflict({ code: "stale_plan", detail: "It was changed meanwhile: look at it again" })

export const replaced = new Conflict({
  code: "stale_plan",
  detail: "Somebody deleted the bucket and made another one of this name: that one is not touched"
})

const earlier = new Conflict({
  code: "state_conflict",
  detail: "It was made in an earlier bucket of this name, which is gone"
})

const unread = Result.fail(new NotFound({ entity: "Bucket", id: "" }))

const editable = (feature: AnyFeature, context: ResolvedContext, bucket: string) => {
  const place = { bucket, dialect: dialectOf(context.s3.url) }
  const reason = feature.readOnly(place.dialect)
  return reason === null ? Effect.succeed(place) : Effect.fail(new Conflict({ code: "state_conflict", detail: reason }))
}

const wantedOf = (
  feature: AnyFeature,
  place: FeaturePlace,
  before: string | null,
  { source, value }: Pick<FeatureEdit, "source" | "value">
): Result.Result<string | null, Conflict | InvalidInput> => {
  if (feature.understand(before) === null)
    return Result.fail(
      new Conflict({
        code: "state_conflict",
        detail: "What stands there is not understood, and would be lost"
      })
    )
  const base = source === undefined ? before : mergeCopiedDocument(feature, source, before)
  if (typeof base !== "string" && base !== null)
    return Result.fail(new Conflict({ code: "state_conflict", detail: base.obstacle }))
  const faults = editFaults(feature, value, place, before)
  return faults.length === 0
    ? Result.succeed(feature.express(value, base))
    : Result.fail(
        new InvalidInput({
          issues: faults.map(({ message, path }) => ({ message, path: ["payload", "value", ...path] }))
        })
      )
}

export class FeatureEdits extends Context.Service<
  FeatureEdits,
  {
    /** Sends nothing when nothing would change. */
    readonly edit: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      feature: FeatureName,
      edit: FeatureEdit
    ) => Effect.Effect<FeatureEditResult, Refused>
    /** As `edit`, of one feature of many buckets, each as it was when it was planned; exits are in order. */
    readonly editMany: (
      caller: Caller,
      feature: FeatureName,
      edits: ReadonlyArray<PlannedEdit>,
      pacer: AdaptiveLimiter
    ) => Effect.Effect<ReadonlyArray<Exit.Exit<FeatureEditResult, Refused | Forbidden>>>
    readonly putBack: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      change: StoredChange & { readonly former: boolean },
      id: number,
      workspace?: EditWorkspace
    ) => Effect.Effect<FeatureEditResult, Refused>
  }
>()("stowage/services/buckets/features/FeatureEdits") {
  static readonly layer = Layer.effect(
    FeatureEdits,
    Effect.gen(function* () {
      const store = yield* FeatureStore
      const guard = yield* FeatureGuard
      const changes = yield* FeatureChanges
      const identityOf = yield* bucketIdentity
      const identitiesOf = yield* bucketIdentities
      const creationOf = yield* recordCreation

      const kindFor = yield* makeFeatureChangeKinds

      const send = Effect.fnUntraced(function* (edit: Parameters<typeof aboutOf>[0]) {
        const { before, bucket, caller, context, feature, wanted } = edit
        const kind = yield* kindFor(feature.name)
        const about = aboutOf(edit)
        const stored = yield* kind.makeIdempotent(caller, context, about, {
          // within the queue: the second editor sees the first one's change
          before: Effect.flatMap(store.read(context, bucket, feature.name), (now) =>
            now === before ? Effect.succeed(false) : Effect.fail(stale)
          ),
          change: store.write(context, bucket, feature.name, wanted)
        })
        const edited: FeatureEditResult = { stored, changeId: yield* changes.idOf(about.change_id) }
        return edited
      })

      const requireNoObjections = Effect.fnUntraced(function* (...check: Parameters<typeof guard.objections>) {
        const issues = yield* guard.objections(...check)
        if (issues.length > 0) return yield* new InvalidInput({ issues })
      })

      const edit = Effect.fn("FeatureEdits.edit")(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string,
        name: FeatureName,
        { consent = {}, identity, origin, source, value, version, workspace = "manager" }: FeatureEdit
      ) {
        const feature = featureOf(name)
        const place = yield* editable(feature, context, bucket)
        const before = yield* store.read(context, bucket, name)
        if (version !== null && version !== (yield* featureVersion(identity, before))) return yield* stale
        const wanted = yield* Effect.fromResult(
          wantedOf(feature, place, before, { value, ...(source === undefined ? {} : { source }) })
        )
        const unchanged: FeatureEditResult = { stored: before, changeId: null }
        if (equivalentDocuments(feature, before, wanted)) return unchanged
        yield* requireNoObjections(context, bucket, { feature: name, before, after: wanted }, consent)
        const made_at = yield* creationOf(context, bucket, identity)
        return yield* send({
          caller,
          context,
          bucket,
          feature,
          before,
          wanted,
          made_at,
          origin,
          undoes: null,
          workspace
        })
      })

      const editMany = Effect.fn("FeatureEdits.editMany")(function* (
        caller: Caller,
        name: FeatureName,
        edits: ReadonlyArray<PlannedEdit>,
        pacer: AdaptiveLimiter
      ) {
        const feature = featureOf(name)
        const kind = yield* kindFor(name)

        const requestOf = Effect.fnUntraced(function* ({
          before,
          bucket,
          consent = {},
          context,
          identity,
          origin,
          permitted,
          source = null,
          value,
          workspace = "manager"
        }: PlannedEdit) {
          const place = yield* editable(feature, context, bucket)
          const wanted = yield* Effect.fromResult(wantedOf(feature, place, before, { source, value }))
          if (equivalentDocuments(feature, before, wanted)) return null
          const made_at = yield* creationOf(context, bucket, identity)
          const check = Effect.fnUntraced(function* (identityNow: Identity, now: DocumentRead) {
            if ((yield* Effect.fromResult(identityNow)) !== identity) return yield* replaced
            if ((yield* Effect.fromResult(now)) !== before) return yield* stale
            yield* requireNoObjections(context, bucket, { feature: name, before, after: wanted }, consent)
            return false
          })
          return {
            where: context,
            about: aboutOf({
              caller,
              context,
              bucket,
              feature,
              before,
              wanted,
              made_at,
              origin,
              undoes: null,
              workspace
            }),
            change: Effect.andThen(permitted, store.write(context, bucket, name, wanted)),
            check
          }
        })

        const requests = yield* Effect.forEach(edits, (one) => Effect.exit(requestOf(one)))
        const requestedChanges = requests.flatMap((request) =>
          Exit.isSuccess(request) && request.value !== null ? [request.value] : []
        )
        const before = Effect.fnUntraced(function* (positions: ReadonlyArray<number>) {
          const those = positions.flatMap((position) => requestedChanges[position] ?? [])
          const states = yield* inContexts(those, (context, buckets) =>
            Effect.zipWith(
              identitiesOf(context, buckets),
              store.readMany(context, buckets, name),
              (identities, documents) => buckets.map((_, index) => [identities[index], documents[index]] as const)
            )
          )
          return yield* Effect.forEach(those, (one) => {
            const [identity = unread, document = unread] = states.get(one) ?? []
            return Effect.exit(one.check(identity, document))
          })
        })
        const exits = yield* kind.makeManyIdempotent(caller, requestedChanges, {
          before,
          paced: (request) => pacer.run(request, () => true)
        })
        const ids = yield* changes.idsOf(requestedChanges.map(({ about }) => about.change_id))
        let next = 0
        return requests.map((request, index): Exit.Exit<FeatureEditResult, Refused | Forbidden> => {
          if (Exit.isFailure(request)) return Exit.failCause(request.cause)
          if (request.value === null) return Exit.succeed({ stored: edits[index]?.before ?? null, changeId: null })
          const changeId = ids.get(request.value.about.change_id) ?? null
          const exit = exits[next++] ?? Exit.die(new Error(`a change of ${name} has no end`))
          return Exit.map(exit, (stored): FeatureEditResult => ({ stored, changeId }))
        })
      })

      const putBack = Effect.fn("FeatureEdits.putBack")(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string,
        change: StoredChange & { readonly former: boolean },
        id: number,
        workspace: EditWorkspace = "manager"
      ) {
        const feature = featureOf(change.feature)
        const place = yield* editable(feature, context, bucket)
        const made_at = yield* creationOf(context, bucket, yield* identityOf(context, bucket))
        if (change.former || !sameBucket(change.made_at, made_at)) return yield* earlier
        const now = yield* store.read(context, bucket, change.feature)
        if (now !== change.after) return yield* stale
        // the gateway accepted the earlier document; without a value, check that the feature may be removed
        const value = feature.understand(change.before)?.value ?? null
        const [fault] = value === null ? feature.faults(value, place, feature.understand(now)?.value ?? null) : []
        if (fault !== undefined)
          return yield* new Conflict({ code: "state_conflict", detail: `It cannot be put back: ${fault.message}` })
        const [objection] = yield* guard.objections(
          context,
          bucket,
          { feature: change.feature, before: now, after: change.before },
          {}
        )
        if (objection !== undefined)
          return yield* new Conflict({ code: "state_conflict", detail: `It cannot be put back: ${objection.message}` })
        return yield* send({
          caller,
          context,
          bucket,
          feature,
          before: now,
          wanted: change.before,
          made_at,
          origin: "undo",
          undoes: id,
          workspace
        })
      })

      return FeatureEdits.of({ edit, editMany, putBack })
    })
  )
}
