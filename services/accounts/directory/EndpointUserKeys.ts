import { Context, Effect, Layer } from "effect"
import type { NewUserKey, RemovedUserKey, UserKey } from "#domain/accounts/UserKeys.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { Conflict, GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { EndpointIdentity } from "../gatewaySubject.ts"
import { ownerKeys } from "../ownerKeys.ts"

type Failure = NotFound | Conflict | GatewayFailure

/** Keys that the console or the endpoint uses are only rotated (409). */
export class EndpointUserKeys extends Context.Service<
  EndpointUserKeys,
  {
    readonly list: (user: EndpointIdentity) => Effect.Effect<ReadonlyArray<UserKey>, NotFound | GatewayFailure>
    readonly create: (caller: Caller, user: EndpointIdentity) => Effect.Effect<NewUserKey, Failure>
    readonly setActive: (
      caller: Caller,
      user: EndpointIdentity,
      accessKey: string,
      active: boolean
    ) => Effect.Effect<UserKey, Failure>
    readonly remove: (
      caller: Caller,
      user: EndpointIdentity,
      accessKey: string
    ) => Effect.Effect<RemovedUserKey, Failure>
  }
>()("stowage/services/accounts/directory/EndpointUserKeys") {
  static readonly layer = Layer.effect(
    EndpointUserKeys,
    Effect.map(ownerKeys("cluster-admin"), ({ create, list, remove, setActive }) =>
      EndpointUserKeys.of({ list, create, setActive, remove })
    )
  )
}
