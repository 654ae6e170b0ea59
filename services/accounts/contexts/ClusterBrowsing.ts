import { Context, Effect, Layer } from "effect"
import { type ClusterContextRef, formatClusterContextId } from "#domain/accounts/contexts/ClusterContextId.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { listingKeyOf } from "#domain/accounts/contexts/listingOwner.ts"
import { fullBucketName } from "#domain/gateways/endpoints/tenantOf.ts"
import { isRowId } from "#domain/platform/RowId.ts"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import { type GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { UserRights } from "#services/identity/users/UserRights.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { OwnerContexts } from "./OwnerContexts.ts"

export class ClusterBrowsing extends Context.Service<
  ClusterBrowsing,
  {
    /** 404 for users without `cluster_admin`, and tokens without `cluster-admin.read`: as any context of others. */
    readonly requireOperator: (caller: Caller, contextId: ClusterContextRef) => Effect.Effect<void, NotFound>
    /** Uses an active key of the bucket's owner. 404 as `requireOperator`, and without an owner or active key. */
    readonly open: (
      caller: Caller,
      contextId: ClusterContextRef,
      bucket: string,
      operation: string
    ) => Effect.Effect<ResolvedContext, NotFound | GatewayFailure>
  }
>()("stowage/services/accounts/contexts/ClusterBrowsing") {
  static readonly layer = Layer.effect(
    ClusterBrowsing,
    Effect.gen(function* () {
      const rights = yield* UserRights
      const owners = yield* OwnerContexts
      const audited = yield* Audited

      const mayBrowse = (caller: Caller) => {
        const user = callerUser(caller)
        if (user === null || (caller._tag !== "Session" && caller._tag !== "Token")) return Effect.succeed(false)
        if (caller._tag === "Token" && !caller.scopes.includes("cluster-admin.read")) return Effect.succeed(false)
        return rights.hasPrivilege(user.id, "cluster_admin")
      }

      const requireOperator = Effect.fn("ClusterBrowsing.requireOperator")(function* (
        caller: Caller,
        ref: ClusterContextRef
      ) {
        if (!isRowId(ref.endpointId) || !(yield* mayBrowse(caller)))
          return yield* new NotFound({ entity: "Execution context", id: formatClusterContextId(ref) })
      })

      return ClusterBrowsing.of({
        requireOperator,
        open: Effect.fn("ClusterBrowsing.open")(function* (caller, ref, name, operation) {
          const { endpointId, tenant } = ref
          const id = formatClusterContextId(ref)
          yield* requireOperator(caller, ref)
          const fullName = fullBucketName({ tenant, name })
          const keyOwner = (yield* owners.ownersOf(endpointId, [{ tenant, name, owner: null }])).get(fullName)
          if (keyOwner === undefined) return yield* new NotFound({ entity: "Bucket with an owner", id: fullName })
          const context = yield* owners.of(listingKeyOf(endpointId, keyOwner.owner), keyOwner.uid, true)
          yield* audited.rows(
            "bucket.browse",
            { type: "bucket", id: null, label: fullName },
            {
              by: byCaller(caller, "cluster-admin"),
              message: `${fullName}: ${operation} with a key of ${keyOwner.uid}`,
              metadata: { endpoint_id: endpointId, owner: keyOwner.owner, uid: keyOwner.uid, operation }
            }
          )(Effect.void)
          return {
            ...context,
            context: {
              ...context.context,
              id,
              capabilities: { ...context.context.capabilities, can_browse_objects: true }
            },
            // the owner's key reaches all buckets of the owner: this request is about one
            s3: { ...context.s3, grants: [{ bucket: name, prefix: "", right: "manage" as const }] }
          }
        })
      })
    })
  )
}
