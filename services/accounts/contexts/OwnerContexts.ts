import { Context, Effect, Layer, Option } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { isAccountId, listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import { type GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { ActiveKeys } from "#services/gateways/endpoints/ActiveKeys.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { fullBucketName } from "#domain/gateways/endpoints/tenantOf.ts"
import { clusterContext } from "./clusterContext.ts"

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

/**
 * Contexts of owners of buckets for Cluster Admin. The technical key reads an active key of the owner from the gateway;
 * it is held in memory only.
 */
export class OwnerContexts extends Context.Service<
  OwnerContexts,
  {
    /**
     * Owners of buckets of an endpoint with the user whose key reaches them: of an account, a root user. An owner that
     * is null is read from the gateway; buckets without one, or whose account has no root user, are left out.
     */
    readonly ownersOf: (
      endpointId: number,
      buckets: ReadonlyArray<OwnedBucket>
    ) => Effect.Effect<ReadonlyMap<string, BucketOwnerKey>, NotFound | GatewayFailure>
    /**
     * `uid`: the owner of the listing, or the root user of its account. Without `withKey`, the context can be used for
     * Admin Ops only. 404 without an active key.
     */
    readonly of: (
      listingKey: string,
      uid: string,
      withKey: boolean
    ) => Effect.Effect<ResolvedContext, NotFound | GatewayFailure>
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

      const of = Effect.fn("OwnerContexts.of")(function* (listingKey: string, uid: string, withKey: boolean) {
        const owner = listingOwner(listingKey)
        if (owner === null) return yield* new NotFound({ entity: "Listing", id: listingKey })
        const endpoint = yield* endpoints.find(owner.endpointId)
        const admin = yield* targets.reach(endpoint.id)
        const key = withKey ? yield* keys.of(admin, uid) : null
        if (withKey && key === null) return yield* new NotFound({ entity: "Active access key of RGW user", id: uid })
        return clusterContext(endpoint, admin, {
          bucketOwner: { _tag: "Uid", uid },
          credential:
            key === null
              ? admin.credential
              : GatewayCredential.held({
                  accessKey: key.access_key,
                  secretKey: key.secret_key,
                  sessionToken: null
                }),
          listingKey
        })
      })

      return OwnerContexts.of({
        of,
        ownersOf: Effect.fn("OwnerContexts.ownersOf")(function* (endpointId, buckets) {
          const admin = yield* targets.reach(endpointId)
          const owned = yield* Effect.forEach(
            buckets,
            (bucket) =>
              bucket.owner === null
                ? Effect.map(rgw.bucket(admin, fullBucketName(bucket)), (found) => ({
                    name: fullBucketName(bucket),
                    owner: Option.getOrNull(found)?.owner ?? null
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
