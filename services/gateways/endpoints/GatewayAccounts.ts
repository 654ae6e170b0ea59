import { Context, type Effect } from "effect"
import type { Conflict, GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { AccountLimits } from "#domain/accounts/GatewaySettings.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayAccount } from "#domain/gateways/endpoints/Gateway.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

/** Callers choose ids, so that they can be stored before the gateway is called. */
export class GatewayAccounts extends Context.Service<
  GatewayAccounts,
  {
    readonly account: (target: AdminTarget, id: string) => Effect.Effect<GatewayAccount, NotFound | GatewayFailure>
    readonly accountNamed: (
      target: AdminTarget,
      name: string
    ) => Effect.Effect<GatewayAccount, NotFound | GatewayFailure>
    readonly accountIds: (
      target: AdminTarget,
      limit: number
    ) => Effect.Effect<{ readonly ids: ReadonlyArray<string>; readonly more: boolean }, GatewayFailure>
    readonly createAccount: (
      target: AdminTarget,
      input: {
        readonly id: string
        readonly name: string
        readonly email: string | null
        readonly limits: Partial<AccountLimits>
      }
    ) => Effect.Effect<GatewayAccount, Conflict | GatewayFailure, GatewayIntent>
    readonly removeAccount: (target: AdminTarget, id: string) => Effect.Effect<void, GatewayFailure, GatewayIntent>
    readonly accountRoots: (
      target: AdminTarget,
      accountId: string
    ) => Effect.Effect<ReadonlyArray<string>, GatewayFailure>
    /** One root user per account, from one scan of all users. */
    readonly rootsOfAll: (target: AdminTarget) => Effect.Effect<ReadonlyMap<string, string>, GatewayFailure>
  }
>()("stowage/services/gateways/endpoints/GatewayAccounts") {}
