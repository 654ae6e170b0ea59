import { Context, type Effect } from "effect"
import type { Conflict, GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayUser } from "#domain/gateways/endpoints/Gateway.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import type { GatewayKey } from "./Rgw.ts"

/** The users of a Ceph RGW and their keys. Uids and access keys are the caller's choice, as with accounts. */
export class GatewayUsers extends Context.Service<GatewayUsers, {
  readonly user: (target: AdminTarget, uid: string) => Effect.Effect<GatewayUser, NotFound | GatewayFailure>
  /** Whose key this is. */
  readonly ownerOf: (target: AdminTarget, accessKey: string) => Effect.Effect<GatewayUser, NotFound | GatewayFailure>
  /** Uids of all users, those of accounts too, in no order; no more than `most`, and whether there are more. */
  readonly userIds: (target: AdminTarget, most: number) => Effect.Effect<{ readonly ids: ReadonlyArray<string>; readonly more: boolean }, GatewayFailure>
  /** Creates a user with a key; `accountRootOf` names the account whose root user it becomes. The gateway makes the secret. */
  readonly createUser: (
    target: AdminTarget,
    input: {
      readonly uid: string; readonly displayName: string; readonly email: string | null; readonly accountRootOf: string | null
      readonly accessKey: string
    }
  ) => Effect.Effect<{ readonly user: GatewayUser; readonly key: GatewayKey }, Conflict | NotFound | GatewayFailure, GatewayIntent>
  /** A new key for a user; existing keys are left untouched. */
  readonly mintKey: (
    target: AdminTarget, uid: string, accessKey: string
  ) => Effect.Effect<GatewayKey, NotFound | GatewayFailure, GatewayIntent>
  /** Switches a key of a user off, or on again, and answers it; a key that is not there is not made. */
  readonly setKeyActive: (
    target: AdminTarget, uid: string, accessKey: string, active: boolean
  ) => Effect.Effect<GatewayKey, NotFound | GatewayFailure, GatewayIntent>
  /** Takes a key away; one that is gone already is fine. `uid`: whose it is; without it, one that is switched off is not found, and stays. */
  readonly removeKey: (target: AdminTarget, accessKey: string, uid?: string) => Effect.Effect<void, GatewayFailure, GatewayIntent>
  /** Deletes a user without buckets; for undoing. */
  readonly removeUser: (target: AdminTarget, uid: string) => Effect.Effect<void, GatewayFailure, GatewayIntent>
}>()("stowage/services/gateways/endpoints/GatewayUsers") {}
