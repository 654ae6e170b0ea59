import { Context, Effect, Layer, Option, type Scope } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { isAccountId, listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import type { BucketOwner } from "#domain/gateways/endpoints/Targets.ts"
import { type Conflict, type GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { ActiveKeys } from "#services/gateways/endpoints/ActiveKeys.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { ClusterS3Keys } from "#services/gateways/endpoints/ClusterS3Keys.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { type GatewayKey, Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { fullBucketName, tenantOf } from "#domain/gateways/endpoints/tenantOf.ts"
import { clusterContext } from "./clusterContext.ts"
import { TemporaryOwnerKeys } from "./TemporaryOwnerKeys.ts"

const MAX_CONCURRENT_READS = 8

interface OwnedBucket {
  readonly tenant: string
  readonly name: string
  readonly owner: string | null
}

export interface BucketOwnerKey {
  readonly owner: string
  readonly uid: string
}

/** Objects written with the cluster S3 key would be unreadable for their owner, so a key of the owner is used. */
export class OwnerContexts extends Context.Service<
  OwnerContexts,
  {
    /** `owner` null: read from the gateway. Omits buckets without an owner or whose account has no root user. */
    readonly ownersOf: (
      endpointId: number,
      buckets: ReadonlyArray<OwnedBucket>
    ) => Effect.Effect<ReadonlyMap<string, BucketOwnerKey>, NotFound | GatewayFailure>
    /** `uid`: owner, or root user of its account. Without `withKey`, for Admin Ops only. 404 without an active key. */
    readonly of: (
      listingKey: string,
      uid: string,
      withKey: boolean
    ) => Effect.Effect<ResolvedContext, NotFound | GatewayFailure>
    /** Uses the cluster S3 key, else an active key of the user, else a temporary key; without a caller, 404 instead. */
    readonly forFeatures: (
      caller: Caller | null,
      listingKey: string,
      uid: string
    ) => Effect.Effect<ResolvedContext, NotFound | Conflict | GatewayFailure, Scope.Scope>
  }
>()("stowage/services/accounts/contexts/OwnerContexts") {
  static readonly layer = Layer.effect(
    OwnerContexts,
    Effect.gen(function* () {
      const endpoints = yield* EndpointRecords
      const targets = yield* AdminTargets
      const accounts = yield* GatewayAccounts
      const keys = yield* ActiveKeys
      const rgw = yield* Rgw

      const clusterKeys = yield* ClusterS3Keys
      const temporary = yield* TemporaryOwnerKeys

      const find = Effect.fnUntraced(function* (listingKey: string) {
        const owner = listingOwner(listingKey)
        if (owner === null) return yield* new NotFound({ entity: "Listing", id: listingKey })
        const endpoint = yield* endpoints.find(owner.endpointId)
        return { endpoint, admin: yield* targets.reach(endpoint.id) }
      })
      const credentialOf = ({ access_key, secret_key }: GatewayKey) =>
        GatewayCredential.opened({ accessKey: access_key, secretKey: secret_key, sessionToken: null })

      const of = Effect.fn("OwnerContexts.of")(function* (listingKey: string, uid: string, withKey: boolean) {
        const { admin, endpoint } = yield* find(listingKey)
        const key = withKey ? yield* keys.of(admin, uid) : null
        if (withKey && key === null) return yield* new NotFound({ entity: "Active access key of RGW user", id: uid })
        return clusterContext(endpoint, admin, {
          bucketOwner: { _tag: "Uid", uid },
          credential: key === null ? admin.credential : credentialOf(key),
          listingKey
        })
      })

      const forFeatures = Effect.fn("OwnerContexts.forFeatures")(function* (
        caller: Caller | null,
        listingKey: string,
        uid: string
      ) {
        const { admin, endpoint } = yield* find(listingKey)
        const bucketOwner: BucketOwner = { _tag: "Uid", uid }
        const clusterKey = yield* clusterKeys.writing(endpoint.id)
        if (clusterKey !== null) {
          const context = clusterContext(endpoint, admin, { bucketOwner, credential: clusterKey, listingKey })
          const tenant = tenantOf(bucketOwner)
          return tenant === "" ? context : { ...context, s3: { ...context.s3, tenant } }
        }
        const active = yield* keys.of(admin, uid)
        const isHeld = active === null || caller === null || !(yield* temporary.isTemporary(active.access_key))
        const heldKey = isHeld ? active : null
        const key = heldKey ?? (caller === null ? null : yield* temporary.of(caller, endpoint.id, uid))
        if (key === null) return yield* new NotFound({ entity: "Active access key of RGW user", id: uid })
        return clusterContext(endpoint, admin, { bucketOwner, credential: credentialOf(key), listingKey })
      })

      return OwnerContexts.of({
        of,
        forFeatures,
        ownersOf: Effect.fn("OwnerContexts.ownersOf")(function* (endpointId, buckets) {
          const admin = yield* targets.reach(endpointId)
          const owned = yield* Effect.forEach(
            buckets,
            (bucket) =>
              bucket.owner === null
                ? Effect.map(rgw.bucket(admin, fullBucketName(bucket)), (statistics) => ({
                    name: fullBucketName(bucket),
                    owner: Option.getOrNull(statistics)?.owner ?? null
                  }))
                : Effect.succeed({ name: fullBucketName(bucket), owner: bucket.owner }),
            { concurrency: MAX_CONCURRENT_READS }
          )
          const roots = owned.some(({ owner }) => owner !== null && isAccountId(owner))
            ? yield* accounts.rootsOfAll(admin)
            : new Map<string, string>()
          return new Map(
            owned.flatMap(({ name, owner }): ReadonlyArray<readonly [string, BucketOwnerKey]> => {
              if (owner === null) return []
              const uid = isAccountId(owner) ? roots.get(owner) : owner
              return uid === undefined ? [] : [[name, { owner, uid }]]
            })
          )
        })
      })
    })
  )
}
