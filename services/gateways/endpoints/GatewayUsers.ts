import { Context, type Effect } from "effect"
import type { Conflict, GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayUser } from "#domain/gateways/endpoints/Gateway.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import type { GatewayKey } from "./Rgw.ts"

export class GatewayUsers extends Context.Service<
  GatewayUsers,
  {
    readonly user: (target: AdminTarget, uid: string) => Effect.Effect<GatewayUser, NotFound | GatewayFailure>
    readonly ownerOf: (target: AdminTarget, accessKey: string) => Effect.Effect<GatewayUser, NotFound | GatewayFailure>
    readonly userIds: (
      target: AdminTarget,
      limit: number
    ) => Effect.Effect<{ readonly ids: ReadonlyArray<string>; readonly more: boolean }, GatewayFailure>
    /** The gateway makes the secret; `accountRootOf` makes it the root user of an account. */
    readonly createUser: (
      target: AdminTarget,
      input: {
        readonly uid: string
        readonly displayName: string
        readonly email: string | null
        readonly accountRootOf: string | null
        readonly accessKey: string
      }
    ) => Effect.Effect<
      { readonly user: GatewayUser; readonly key: GatewayKey },
      Conflict | NotFound | GatewayFailure,
      GatewayIntent
    >
    readonly mintKey: (
      target: AdminTarget,
      uid: string,
      accessKey: string
    ) => Effect.Effect<GatewayKey, NotFound | GatewayFailure, GatewayIntent>
    readonly setKeyActive: (
      target: AdminTarget,
      uid: string,
      accessKey: string,
      active: boolean
    ) => Effect.Effect<GatewayKey, NotFound | GatewayFailure, GatewayIntent>
    /** Deletes a key, if present. Without `uid` a disabled key is not found and remains. */
    readonly removeKey: (
      target: AdminTarget,
      accessKey: string,
      uid?: string
    ) => Effect.Effect<void, GatewayFailure, GatewayIntent>
    readonly removeUser: (target: AdminTarget, uid: string) => Effect.Effect<void, GatewayFailure, GatewayIntent>
  }
>()("stowage/services/gateways/endpoints/GatewayUsers") {}
