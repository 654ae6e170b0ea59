import { Context, type Effect } from "effect"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { Conflict, GatewayFailure } from "#domain/platform/errors/Errors.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

type Change = (
  target: AdminTarget,
  accountId: string,
  roles: ReadonlyArray<string>
) => Effect.Effect<void, Conflict | GatewayFailure, GatewayIntent>

/** Stops the running sessions of roles of an account. Acts with a root user's key; without an active one, 409. */
export class RoleDenials extends Context.Service<
  RoleDenials,
  {
    /** Names of all roles of the account. */
    readonly roles: (
      target: AdminTarget,
      accountId: string
    ) => Effect.Effect<ReadonlyArray<string>, Conflict | GatewayFailure>
    /** Roles that are gone are passed over. */
    readonly deny: Change
    readonly allow: Change
  }
>()("stowage/services/accounts/directory/RoleDenials") {}
