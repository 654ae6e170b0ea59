import { Effect, Stream } from "effect"
import type { GatewayAccounts } from "#services/endpoints/GatewayAccounts.ts"
import type { AdminCalls } from "./AdminCalls.ts"
import { orConflict, orGone, orNotFound } from "./refusals.ts"
import { allUsers, idsUpTo } from "./users.ts"
import { accountOf, WireAccount } from "./wire/Account.ts"
import { userOf } from "./wire/User.ts"

/** Accounts by Admin Ops. */
export const accountOps = (calls: AdminCalls["Service"]): GatewayAccounts["Service"] => {
  return {
    account: (target, id) =>
      calls.document(target, { operation: "GetAccount", method: "GET", path: "/account", idempotent: true, query: { id } }, WireAccount).pipe(
        orNotFound("RGW account", id), Effect.map(accountOf)
      ),

    accountNamed: (target, name) =>
      calls.document(target, { operation: "GetAccount", method: "GET", path: "/account", idempotent: true, query: { name } }, WireAccount).pipe(
        orNotFound("RGW account", name), Effect.map(accountOf)
      ),

    accountIds: (target, most) => idsUpTo(calls, target, "account", most),

    createAccount: (target, { email, id, maxBuckets, name }) =>
      calls.document(target, {
        operation: "CreateAccount", method: "POST", path: "/account", idempotent: false,
        query: { id, name, ...(email === null ? {} : { email }), ...(maxBuckets === null ? {} : { "max-buckets": String(maxBuckets) }) }
      }, WireAccount).pipe(orConflict("An account with this name or address exists on the gateway"), Effect.map(accountOf)),

    removeAccount: (target, id) =>
      orGone(calls.done(target, { operation: "RemoveAccount", method: "DELETE", path: "/account", idempotent: true, query: { id } })),

    accountRoots: (target, accountId) =>
      allUsers(calls, target).pipe(
        Stream.map(userOf),
        Stream.filter(({ account_id, is_account_root }) => is_account_root && account_id === accountId),
        Stream.map(({ uid }) => uid),
        Stream.runCollect,
        Effect.map((roots) => roots.sort())
      )
  }
}
