import { Effect, Option, Result, Schema } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { clusterListingKey } from "#domain/accounts/contexts/listingOwner.ts"
import { hasUnknownPartsOf } from "#domain/buckets/features/copiedDocument.ts"
import { sameValue } from "#domain/buckets/features/equivalentDocuments.ts"
import { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { type FeatureChange, changeOrigins } from "#domain/buckets/features/FeatureReading.ts"
import { type AnyFeature, featureOf, features } from "#domain/buckets/features/features.ts"
import { placeOfEndpoint } from "#domain/buckets/workbench/WorkbenchScope.ts"
import { fullBucketName, tenantOf } from "#domain/gateways/endpoints/tenantOf.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { OwnerContexts } from "#services/accounts/contexts/OwnerContexts.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import type { GatewayChange } from "#services/platform/audit/GatewayChange.ts"
import type { GatewayChangeKind, Recovered } from "#services/platform/audit/GatewayChangeKind.ts"
import { FeatureChanges, type StoredChange } from "./FeatureChanges.ts"
import { FeatureStore } from "./FeatureStore.ts"

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

interface IntendedEdit {
  readonly caller: Caller
  readonly context: ResolvedContext
  readonly bucket: string
  readonly feature: AnyFeature
  readonly before: string | null
  readonly wanted: string | null
  readonly made_at: string | null
  readonly origin: FeatureChange["origin"]
  readonly undoes: number | null
  readonly workspace: EditWorkspace
}

export const aboutOf = ({ bucket, caller, context, feature, workspace, ...edit }: IntendedEdit): About => {
  const {
    actor: { email, user_id }
  } = byCaller(caller, workspace)
  return {
    ...edit,
    context_id: context.context.id,
    storage_endpoint_id: context.context.endpoint_id,
    listing_key: context.listingKey,
    bucket,
    feature: feature.name,
    change_id: crypto.randomUUID(),
    ...(workspace === "manager" ? {} : { workspace }),
    ...(context.context.kind === "cluster" && context.bucketOwner?._tag === "Uid"
      ? { owner_uid: context.bucketOwner.uid }
      : {}),
    user_id,
    email
  }
}

/** Reads many buckets, those of a context together. */
export const inContexts = Effect.fnUntraced(function* <
  One extends { readonly where: ResolvedContext; readonly about: { readonly bucket: string } },
  A
>(
  those: ReadonlyArray<One>,
  read: (context: ResolvedContext, buckets: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<A>>
) {
  const groups = Map.groupBy(those, ({ where }) => where)
  const results = new Map<One, A>()
  for (const [context, group] of groups) {
    const reads = yield* read(
      context,
      group.map(({ about }) => about.bucket)
    )
    for (const [index, one] of group.entries()) if (reads[index] !== undefined) results.set(one, reads[index])
  }
  return results
})

const shows = (feature: AnyFeature, seen: string | null, wanted: string | null): boolean => {
  const [sent, present] = [wanted, seen].map((document) => feature.understand(document)?.value ?? null)
  const expected =
    sent === null || present === null || feature.comparable === undefined
      ? wanted
      : feature.express(feature.comparable(sent, present), wanted)
  // a gateway may add parts of its own
  return sameValue(feature, seen, expected) && hasUnknownPartsOf(feature, seen, wanted)
}

/** Kinds of gateway changes, one for each feature. */
export const makeFeatureChangeKinds = Effect.gen(function* () {
  const store = yield* FeatureStore
  const changes = yield* FeatureChanges
  const contexts = yield* ExecutionContexts
  const owners = yield* OwnerContexts
  const listings = yield* BucketListings
  const rgw = yield* Rgw
  const audited = yield* Audited

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
    const { context_id: _, storage_endpoint_id: __, wanted: ___, workspace: ____, owner_uid: _____, ...change } = about
    return { ...change, made_at: change.made_at ?? null, after }
  }

  const recovered = (about: About, context: ResolvedContext, seen: string | null): Recovered<string | null> => {
    const isApplied = shows(featureOf(about.feature), seen, about.wanted)
    return {
      isApplied,
      observed: seen,
      rows: isApplied
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
          : Effect.catchTag(Effect.scoped(owners.forFeatures(null, listing_key, owner_uid)), "Conflict", Effect.die),
    recover: (context, about) =>
      store.read(context, about.bucket, about.feature).pipe(
        Effect.map((seen) => recovered(about, context, seen)),
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
          return Option.some(recovered(one.about, one.where, read.success))
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
    assumeApplied: (context, about) => recovered(about, context, about.wanted)
  })
  const kinds = new Map<FeatureName, GatewayChange<About, ResolvedContext, string | null>>(
    features.map((feature) => [feature.name, audited.gateway(kindOf(feature))])
  )

  return (name: FeatureName) => {
    const kind = kinds.get(name)
    return kind === undefined ? Effect.die(new Error(`nobody changes ${name}`)) : Effect.succeed(kind)
  }
})
