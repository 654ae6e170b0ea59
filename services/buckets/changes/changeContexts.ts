import { Effect, Schema, type Scope } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { listingKeyOf } from "#domain/accounts/contexts/listingOwner.ts"
import { isOpsRow, type WorkbenchRow } from "#domain/buckets/workbench/WorkbenchRow.ts"
import { fullBucketName } from "#domain/gateways/endpoints/tenantOf.ts"
import { clusterScope, contextsScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import {
  type BadRequest,
  Conflict,
  Forbidden,
  type GatewayFailure,
  type NotFound
} from "#domain/platform/errors/Errors.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { OwnerContexts } from "#services/accounts/contexts/OwnerContexts.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { UserRights } from "#services/identity/users/UserRights.ts"

export const ChangeScope = Schema.Union([
  Schema.Struct({ workspace: Schema.Literal("cluster-admin"), user_id: Schema.Int, endpoint_id: Schema.Int }),
  Schema.Struct({ workspace: Schema.Literal("storage-ops"), user_id: Schema.Int })
])
export type ChangeScope = typeof ChangeScope.Type

export const BucketPlace = Schema.Struct({
  context_id: Schema.String,
  listing_key: Schema.String,
  owner_uid: Schema.NullOr(Schema.String)
})
export type BucketPlace = typeof BucketPlace.Type

type Failure = BadRequest | Forbidden | NotFound | Conflict | GatewayFailure

const lostRight = new Forbidden({
  code: "workspace_unavailable",
  detail: "The person who started this may no longer use the workspace: the rest is not changed"
})
const movedContext = new Conflict({
  code: "stale_plan",
  detail: "The context has another owner or other keys since the plan: nothing of it was touched"
})

const privileges = { "cluster-admin": "cluster_admin", "storage-ops": "storage_ops" } as const

/** Checks the user's right at every resolution. */
export const changeContexts = Effect.gen(function* () {
  const contexts = yield* ExecutionContexts
  const owners = yield* OwnerContexts
  const endpoints = yield* EndpointRecords
  const rights = yield* UserRights

  const scopeOf = Effect.fnUntraced(function* (scope: ChangeScope) {
    return scope.workspace === "cluster-admin"
      ? clusterScope(scope.user_id, yield* endpoints.find(scope.endpoint_id))
      : contextsScope(scope.user_id, yield* contexts.resolveAllForUser(scope.user_id, "manager"))
  })

  const requireRight = Effect.fnUntraced(function* ({ user_id, workspace }: ChangeScope) {
    if (!(yield* rights.hasPrivilege(user_id, privileges[workspace]))) return yield* lostRight
  })

  /** `withKey`: false for Admin Ops only. A temporary key lasts as long as the scope. */
  const resolve = Effect.fn("BucketChanges.resolve")(function* (
    caller: Caller,
    scope: ChangeScope,
    { context_id, listing_key, owner_uid }: BucketPlace,
    withKey: boolean
  ): Effect.fn.Return<ResolvedContext, Failure, Scope.Scope> {
    yield* requireRight(scope)
    if (owner_uid !== null)
      return yield* withKey
        ? owners.forFeatures(caller, listing_key, owner_uid)
        : owners.of(listing_key, owner_uid, false)
    const context = yield* contexts.forUser(scope.user_id, "manager", context_id)
    return context.listingKey === listing_key ? context : yield* movedContext
  })

  const placesOf = Effect.fnUntraced(function* (
    scope: ChangeScope,
    contextKeys: ReadonlyMap<string, string>,
    rows: ReadonlyArray<WorkbenchRow>
  ) {
    const owned = scope.workspace === "cluster-admin" ? yield* owners.ownersOf(scope.endpoint_id, rows) : null
    return (row: WorkbenchRow): BucketPlace | null => {
      if (isOpsRow(row)) {
        const listing_key = contextKeys.get(row.context_id)
        return listing_key === undefined ? null : { context_id: row.context_id, listing_key, owner_uid: null }
      }
      const ownerKey = owned?.get(fullBucketName(row))
      if (scope.workspace !== "cluster-admin" || ownerKey === undefined) return null
      return {
        context_id: `cluster-${scope.endpoint_id}`,
        listing_key: listingKeyOf(scope.endpoint_id, ownerKey.owner),
        owner_uid: ownerKey.uid
      }
    }
  })

  return { scopeOf, placesOf, requireRight, resolve }
})
