import { Context, Effect, Exit, Layer, Option, Result, Schema } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { sameBucket } from "#domain/buckets/creationTime.ts"
import { fullBucketName, tenantOf } from "#domain/gateways/endpoints/tenantOf.ts"
import {
  Conflict,
  type Forbidden,
  type GatewayFailure,
  InvalidInput,
  NotFound
} from "#domain/platform/errors/Errors.ts"
import { type FeatureChange, changeOrigins } from "#domain/buckets/features/FeatureReading.ts"
import { mergeCopiedDocument, hasUnknownPartsOf } from "#domain/buckets/features/copiedDocument.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import { editFaults } from "#domain/buckets/features/editFaults.ts"
import { equivalentDocuments, sameValue } from "#domain/buckets/features/equivalentDocuments.ts"
import type { FeaturePlace } from "#domain/buckets/features/Feature.ts"
import { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { type AnyFeature, featureOf, features } from "#domain/buckets/features/features.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import type { GatewayChange } from "#services/platform/audit/GatewayChange.ts"
import type { GatewayChangeKind, Recovered } from "#services/platform/audit/GatewayChangeKind.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { clusterListingKey } from "#domain/accounts/contexts/listingOwner.ts"
import { placeOfEndpoint } from "#domain/buckets/workbench/WorkbenchScope.ts"
import type { AdaptiveLimiter } from "#services/platform/work/AdaptiveLimiter.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { OwnerContexts } from "#services/accounts/contexts/OwnerContexts.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { FeatureChanges, type StoredChange } from "./FeatureChanges.ts"
import { type EditConsent, FeatureGuard } from "./FeatureGuard.ts"
import { type DocumentRead, FeatureStore } from "./FeatureStore.ts"
import { recordCreation } from "./recordCreation.ts"
import { bucketIdentities, bucketIdentity, featureVersion, type Identity } from "./featureVersion.ts"

export const EditWorkspace = Schema.Literals(["manager", "cluster-admin", "storage-ops"])
export type EditWorkspace = typeof EditWorkspace.Type

const About = Schema.Struct({
  context_id: Schema.String,
  storage_endpoint_id: Schema.NullOr(Schema.Int),
  listing_key: Schema.String,
  bucket: Schema.String,
  feature: FeatureName,
  change_id: Schema.String,
  /** Creation time of the bucket; absent in older entries. */
  made_at: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Scope of the audit entry; absent for Manager. */
  workspace: Schema.optionalKey(EditWorkspace),
  /** User whose key is used, if the bucket's owner is not registered or not the editor. */
  owner_uid: Schema.optionalKey(Schema.String),
  origin: Schema.Literals(changeOrigins),
  before: Schema.NullOr(Schema.String),
  wanted: Schema.NullOr(Schema.String),
  user_id: Schema.NullOr(Schema.Int),
  email: Schema.NullOr(Schema.String),
  undoes: Schema.NullOr(Schema.Int)
})
type About = typeof About.Type

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

/** Reads many buckets, those of a context together. */
const inContexts = Effect.fnUntraced(function* <
  One extends { readonly where: ResolvedContext; readonly about: { readonly bucket: string } },
  A
>(
  those: ReadonlyArray<One>,
  read: (context: ResolvedContext, buckets: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<A>>
) {
  const groups = Map.groupBy(those, ({ where }) => where)
  const found = new Map<One, A>()
  for (const [context, group] of groups) {
    const reads = yield* read(
      context,
      group.map(({ about }) => about.bucket)
    )
    for (const [index, one] of group.entries()) if (reads[index] !== undefined) found.set(one, reads[index])
  }
  return found
})

const shows = (feature: AnyFeature, seen: string | null, wanted: string | null): boolean => {
  const [sent, stands] = [wanted, seen].map((document) => feature.understand(document)?.value ?? null)
  const expected =
    sent === null || stands === null || feature.comparable === undefined
      ? wanted
      : feature.express(feature.comparable(sent, stands), wanted)
  // a gateway may add parts of its own
  return sameValue(feature, seen, expected) && hasUnknownPartsOf(feature, seen, wanted)
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
      const contexts = yield* ExecutionContexts
      const owners = yield* OwnerContexts
      const listings = yield* BucketListings
      const rgw = yield* Rgw
      const audited = yield* Audited
      const identityOf = yield* bucketIdentity
      const identitiesOf = yield* bucketIdentities
      const made = yield* recordCreation

      const listed = ({ admin, bucketOwner, context, listingKey }: ResolvedContext, name: string) =>
        admin === null
          ? Effect.void
          : rgw.bucket(admin, fullBucketName({ tenant: tenantOf(bucketOwner), name })).pipe(
              Effect.flatMap(
                Option.match({
                  onNone: () => Effect.void,
                  onSome: (row) =>
                    listings.created(context.kind === "cluster" ? clusterListingKey(admin.endpointId) : listingKey, {
                      ...row,
                      has_statistics: true
                    })
                })
              ),
              Effect.catch((error) =>
                Effect.logWarning("The listing could not be told of a changed bucket").pipe(
                  Effect.annotateLogs({ code: error.code })
                )
              )
            )

      const storedChange = (about: About, after: string | null): StoredChange => {
        const {
          context_id: _,
          storage_endpoint_id: __,
          wanted: ___,
          workspace: ____,
          owner_uid: _____,
          ...change
        } = about
        return { ...change, made_at: change.made_at ?? null, after }
      }

      const found = (about: About, context: ResolvedContext, seen: string | null): Recovered<string | null> => {
        const so = shows(featureOf(about.feature), seen, about.wanted)
        return {
          isApplied: so,
          observed: seen,
          rows: so
            ? Effect.andThen(changes.store(storedChange(about, seen)), listed(context, about.bucket))
            : Effect.void
        }
      }

      const kindOf = (feature: AnyFeature): GatewayChangeKind<About, ResolvedContext, string | null> => ({
        action: feature.action,
        scope: ({ workspace = "manager" }) => workspace,
        about: About,
        gateway: ({ listing_key, storage_endpoint_id }) =>
          storage_endpoint_id === null ? listing_key : `endpoint:${storage_endpoint_id}`,
        thing: ({ bucket, listing_key }) => `${listing_key}/bucket:${bucket}`,
        entity: ({ bucket }) => ({ type: "bucket", id: bucket, label: bucket }),
        messages: ({ bucket, wanted }) => {
          const [did, done] = wanted === null ? ["taken away from", "taken away"] : ["changed in", "changed"]
          return {
            success: `${feature.label} was ${did} bucket ${bucket}`,
            failure: `${feature.label} was not ${did} bucket ${bucket}`,
            unknown: `Whether ${feature.label} was ${done} in bucket ${bucket} is not known`
          }
        },
        metadata: ({ before, context_id, feature: name, origin, storage_endpoint_id, undoes, wanted }) => {
          const value = (document: string | null) => feature.understand(document)?.value ?? null
          return {
            context_id,
            storage_endpoint_id,
            feature: name,
            origin,
            undoes,
            before: value(before),
            after: value(wanted)
          }
        },
        reach: ({ feature, listing_key, owner_uid }) =>
          owner_uid === undefined
            ? contexts.forListing(listing_key)
            : feature === "quota"
              ? owners.of(listing_key, owner_uid, false)
              : Effect.catchTag(
                  Effect.scoped(owners.forFeatures(null, listing_key, owner_uid)),
                  "Conflict",
                  Effect.die
                ),
        recover: (context, about) =>
          store.read(context, about.bucket, about.feature).pipe(
            Effect.map((seen) => found(about, context, seen)),
            // the bucket is deleted: the change is not applied
            Effect.catchTag("NotFound", () =>
              Effect.succeed<Recovered<string | null>>({ isApplied: false, observed: null, rows: Effect.void })
            )
          ),
        recoverMany: Effect.fnUntraced(function* (those) {
          const seen = yield* inContexts(those, (context, buckets) => store.readMany(context, buckets, feature.name))
          return those.map((one) => {
            const read = seen.get(one)
            if (read !== undefined && Result.isSuccess(read))
              return Option.some(found(one.about, one.where, read.success))
            // the bucket is deleted: the change is not applied
            return read?.failure._tag === "NotFound"
              ? Option.some<Recovered<string | null>>({ isApplied: false, observed: null, rows: Effect.void })
              : Option.none()
          })
        }),
        // the workbenches read the features again; a later refresh of the listing brings the new version of the bucket
        storeMany: (kept) =>
          changes.storeMany(
            kept.map(({ about, observed }) => storedChange(about, observed)),
            kept.flatMap(({ about: { bucket: name }, where: { admin, bucketOwner } }) =>
              admin === null ? [] : [{ place: placeOfEndpoint(admin.endpointId), tenant: tenantOf(bucketOwner), name }]
            )
          ),
        assumeApplied: (context, about) => found(about, context, about.wanted)
      })
      const kinds = new Map<FeatureName, GatewayChange<About, ResolvedContext, string | null>>(
        features.map((feature) => [feature.name, audited.gateway(kindOf(feature))])
      )

      const kindFor = (name: FeatureName) => {
        const kind = kinds.get(name)
        return kind === undefined ? Effect.die(new Error(`nobody changes ${name}`)) : Effect.succeed(kind)
      }

      const aboutOf = (
        caller: Caller,
        context: ResolvedContext,
        bucket: string,
        feature: AnyFeature,
        before: string | null,
        wanted: string | null,
        made_at: string | null,
        origin: FeatureChange["origin"],
        undoes: number | null,
        workspace: EditWorkspace
      ): About => {
        const {
          actor: { email, user_id }
        } = byCaller(caller, workspace)
        return {
          context_id: context.context.id,
          storage_endpoint_id: context.context.endpoint_id,
          listing_key: context.listingKey,
          bucket,
          feature: feature.name,
          change_id: crypto.randomUUID(),
          made_at,
          ...(workspace === "manager" ? {} : { workspace }),
          ...(context.context.kind === "cluster" && context.bucketOwner?._tag === "Uid"
            ? { owner_uid: context.bucketOwner.uid }
            : {}),
          origin,
          before,
          wanted,
          user_id,
          email,
          undoes
        }
      }

      const send = Effect.fnUntraced(function* (
        ...[caller, context, bucket, feature, before, wanted, ...rest]: Parameters<typeof aboutOf>
      ) {
        const kind = yield* kindFor(feature.name)
        const about = aboutOf(caller, context, bucket, feature, before, wanted, ...rest)
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

      const editable = (feature: AnyFeature, context: ResolvedContext, bucket: string) => {
        const place = { bucket, dialect: dialectOf(context.s3.url) }
        const reason = feature.readOnly(place.dialect)
        return reason === null
          ? Effect.succeed(place)
          : Effect.fail(new Conflict({ code: "state_conflict", detail: reason }))
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
        const objections = yield* guard.objections(context, bucket, { feature: name, before, after: wanted }, consent)
        if (objections.length > 0) return yield* new InvalidInput({ issues: objections })
        return yield* send(
          caller,
          context,
          bucket,
          feature,
          before,
          wanted,
          yield* made(context, bucket, identity),
          origin,
          null,
          workspace
        )
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
          const made_at = yield* made(context, bucket, identity)
          const check = Effect.fnUntraced(function* (identityNow: Identity, now: DocumentRead) {
            if ((yield* Effect.fromResult(identityNow)) !== identity) return yield* replaced
            if ((yield* Effect.fromResult(now)) !== before) return yield* stale
            const objections = yield* guard.objections(
              context,
              bucket,
              { feature: name, before, after: wanted },
              consent
            )
            return objections.length > 0 ? yield* new InvalidInput({ issues: objections }) : false
          })
          return {
            where: context,
            about: aboutOf(caller, context, bucket, feature, before, wanted, made_at, origin, null, workspace),
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
        const when = yield* made(context, bucket, yield* identityOf(context, bucket))
        if (change.former || !sameBucket(change.made_at, when)) return yield* earlier
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
        return yield* send(caller, context, bucket, feature, now, change.before, when, "undo", id, workspace)
      })

      return FeatureEdits.of({ edit, editMany, putBack })
    })
  )
}
