import { Context, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ClusterKeyList, RotateClusterKey } from "#domain/accounts/ClusterKeys.ts"
import type { NewUserKey, RemovedUserKey, UserKey } from "#domain/accounts/UserKeys.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { Conflict, Forbidden, GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { WorkRun } from "#domain/platform/work/WorkRun.ts"
import { ownerKeys } from "#services/accounts/ownerKeys.ts"
import { Work } from "#services/platform/work/Work.ts"
import { makeClusterKeyOwner } from "./clusterKeyOwner.ts"
import { clusterKeyRotation } from "./clusterKeyRotationKind.ts"

type Failure = Forbidden | NotFound | Conflict | GatewayFailure

/** The console's own key is only rotated (409 `state_conflict`). 403 `cluster_keys_unavailable` without Admin Ops. */
export class ClusterKeys extends Context.Service<
  ClusterKeys,
  {
    readonly list: (context: ResolvedContext) => Effect.Effect<ClusterKeyList, Forbidden | NotFound | GatewayFailure>
    readonly create: (caller: Caller, context: ResolvedContext) => Effect.Effect<NewUserKey, Failure>
    readonly setActive: (
      caller: Caller,
      context: ResolvedContext,
      accessKey: string,
      active: boolean
    ) => Effect.Effect<UserKey, Failure>
    readonly remove: (
      caller: Caller,
      context: ResolvedContext,
      accessKey: string
    ) => Effect.Effect<RemovedUserKey, Failure>
    readonly rotate: (
      caller: Caller,
      context: ResolvedContext,
      input: RotateClusterKey
    ) => Effect.Effect<WorkRun, InvalidInput | Failure>
  }
>()("stowage/services/fleet/ClusterKeys") {
  static readonly layer = Layer.effect(
    ClusterKeys,
    Effect.gen(function* () {
      const keys = yield* ownerKeys("manager")
      const ownerOf = yield* makeClusterKeyOwner
      const work = yield* Work

      return ClusterKeys.of({
        list: Effect.fn("ClusterKeys.list")(function* (context: ResolvedContext) {
          const owner = yield* ownerOf(context)
          const [items, { uid }] = yield* Effect.all([keys.list(owner), keys.of(owner)])
          return { items, principal: uid }
        }),
        create: Effect.fn("ClusterKeys.create")(function* (caller: Caller, context: ResolvedContext) {
          return yield* keys.create(caller, yield* ownerOf(context))
        }),
        setActive: Effect.fn("ClusterKeys.setActive")(function* (
          caller: Caller,
          context: ResolvedContext,
          accessKey: string,
          active: boolean
        ) {
          return yield* keys.setActive(caller, yield* ownerOf(context), accessKey, active)
        }),
        remove: Effect.fn("ClusterKeys.remove")(function* (
          caller: Caller,
          context: ResolvedContext,
          accessKey: string
        ) {
          return yield* keys.remove(caller, yield* ownerOf(context), accessKey)
        }),
        rotate: Effect.fn("ClusterKeys.rotate")(function* (
          caller: Caller,
          context: ResolvedContext,
          { deactivate_only = false }: RotateClusterKey
        ) {
          const { id, kind } = yield* ownerOf(context)
          return yield* work.start(
            caller,
            clusterKeyRotation,
            { listing_key: context.listingKey, type: kind, id, deactivate_only },
            null
          )
        })
      })
    })
  )
}
