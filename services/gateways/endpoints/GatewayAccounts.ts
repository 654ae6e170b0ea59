import { Context, type Effect } from "effect"
import type { Conflict, GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { AccountLimits } from "#domain/accounts/GatewaySettings.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayAccount } from "#domain/gateways/endpoints/Gateway.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

/** The accounts of a Ceph RGW. Ids are the caller's choice, so that they are written down before the gateway is asked for them. */
export class GatewayAccounts extends Context.Service<GatewayAccounts, {
  readonly account: (target: AdminTarget, id: string) => Effect.Effect<GatewayAccount, NotFound | GatewayFailure>
  /** The account of exactly this name (outside any tenant). */
  readonly accountNamed: (target: AdminTarget, name: string) => Effect.Effect<GatewayAccount, NotFound | GatewayFailure>
  /** Ids of all accounts, in no order; no more than `most`, and whether there are more. */
  readonly accountIds: (target: AdminTarget, most: number) => Effect.Effect<{ readonly ids: ReadonlyArray<string>; readonly more: boolean }, GatewayFailure>
  /** Limits that are left out are the gateway's defaults. */
  readonly createAccount: (
    target: AdminTarget,
    input: { readonly id: string; readonly name: string; readonly email: string | null; readonly limits: Partial<AccountLimits> }
  ) => Effect.Effect<GatewayAccount, Conflict | GatewayFailure, GatewayIntent>
  /** Deletes an empty account; for undoing. */
  readonly removeAccount: (target: AdminTarget, id: string) => Effect.Effect<void, GatewayFailure, GatewayIntent>
  /** The root users of an account (uids). */
  readonly accountRoots: (target: AdminTarget, accountId: string) => Effect.Effect<ReadonlyArray<string>, GatewayFailure>
  /** One root user (its uid) of every account that has one: by one look at all users, as `accountRoots` is for a single account. */
  readonly rootsOfAll: (target: AdminTarget) => Effect.Effect<ReadonlyMap<string, string>, GatewayFailure>
}>()("stowage/services/gateways/endpoints/GatewayAccounts") {}
