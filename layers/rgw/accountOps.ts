import { Effect, Stream } from "effect"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import type { AdminCalls } from "./AdminCalls.ts"
import { orConflict, ignoreMissing, orNotFound } from "./refusals.ts"
import { allUsers, idsUpTo } from "./users.ts"
import { accountOf, WireAccount } from "./wire/Account.ts"
import { limitsQuery } from "./wire/Limits.ts"
import { userOf } from "./wire/User.ts"

export const accountOps = (calls: AdminCalls["Service"]): GatewayAccounts["Service"] => {
  const roots = (target: AdminTarget) =>
    allUsers(calls, target).pipe(
      Stream.map(userOf),
      Stream.filter(({ is_account_root }) => is_account_root)
    )
  return {
    account: (target, id) =>
      calls
        .document(
          target,
          { operation: "GetAccount", method: "GET", path: "/account", idempotent: true, query: { id } },
          WireAccount
        )
        .pipe(orNotFound("RGW account", id), Effect.map(accountOf)),

    accountNamed: (target, name) =>
      calls
        .document(
          target,
          { operation: "GetAccount", method: "GET", path: "/account", idempotent: true, query: { name } },
          WireAccount
        )
        .pipe(orNotFound("RGW account", name), Effect.map(accountOf)),

    accountIds: (target, limit) => idsUpTo(calls, target, "account", limit),

    createAccount: (target, { email, id, limits, name }) =>
      calls
        .document(
          target,
          {
            operation: "CreateAccount",
            method: "POST",
            path: "/account",
            idempotent: false,
            query: { id, name, ...(email === null ? {} : { email }), ...limitsQuery(limits) }
          },
          WireAccount
        )
        .pipe(orConflict("An account with this name or address exists on the gateway"), Effect.map(accountOf)),

    removeAccount: (target, id) =>
      ignoreMissing(
        calls.done(target, {
          operation: "RemoveAccount",
          method: "DELETE",
          path: "/account",
          idempotent: true,
          query: { id }
        })
      ),

    accountRoots: (target, accountId) =>
      Effect.map(Stream.runCollect(roots(target)), (all) =>
        all
          .filter(({ account_id }) => account_id === accountId)
          .map(({ uid }) => uid)
          .sort()
      ),

    rootsOfAll: (target) =>
      Stream.runFold(
        roots(target),
        () => new Map<string, string>(),
        (uidByAccount, { account_id, uid }) => {
          const before = uidByAccount.get(account_id ?? "")
          return account_id === null || (before !== undefined && before < uid)
            ? uidByAccount
            : uidByAccount.set(account_id, uid)
        }
      )
  }
}
