import { Context, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { OwnerActivity } from "#domain/accounts/OwnerActivity.ts"
import type { NewUserKey, RemovedUserKey, UserKey } from "#domain/accounts/UserKeys.ts"
import type { Conflict, GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { type KeyOwner, ownerKeys } from "./ownerKeys.ts"

type Failure = NotFound | Conflict | GatewayFailure

const user = (id: number): KeyOwner => ({ kind: "s3_user", id })

export class UserKeys extends Context.Service<
  UserKeys,
  {
    readonly list: (id: number) => Effect.Effect<ReadonlyArray<UserKey>, NotFound | GatewayFailure>
    readonly activity: (id: number) => Effect.Effect<OwnerActivity, NotFound | GatewayFailure>
    readonly create: (caller: Caller, id: number) => Effect.Effect<NewUserKey, Failure>
    readonly setActive: (
      caller: Caller,
      id: number,
      accessKey: string,
      active: boolean
    ) => Effect.Effect<UserKey, Failure>
    readonly remove: (caller: Caller, id: number, accessKey: string) => Effect.Effect<RemovedUserKey, Failure>
  }
>()("stowage/services/accounts/UserKeys") {
  static readonly layer = Layer.effect(
    UserKeys,
    Effect.map(ownerKeys("admin"), (keys) =>
      UserKeys.of({
        list: (id) => keys.list(user(id)),
        activity: (id) => keys.activity(user(id)),
        create: (caller, id) => keys.create(caller, user(id)),
        setActive: (caller, id, accessKey, active) => keys.setActive(caller, user(id), accessKey, active),
        remove: (caller, id, accessKey) => keys.remove(caller, user(id), accessKey)
      })
    )
  )
}
