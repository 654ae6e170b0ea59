import { Context, DateTime, Effect, Layer, Schema } from "effect"
import type { FreezeAccount } from "#domain/accounts/EndpointDirectory.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import { Conflict, type GatewayFailure, NotFound, Unavailable } from "#domain/platform/errors/Errors.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { GatewayUserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import type { GatewayChangeKind } from "#services/platform/audit/GatewayChangeKind.ts"
import { settingMessages } from "../settingChanges.ts"
import { FormerValues, FreezeRecords } from "./FreezeRecords.ts"
import { RoleDenials } from "./RoleDenials.ts"

const About = Schema.Struct({ endpoint_id: Schema.Int, external_id: Schema.String, former: FormerValues })
type About = typeof About.Type

type Failure = NotFound | Conflict | GatewayFailure

/** Admin Ops cuts numbers of account quotas to 32 bits (A4). */
const MAX_RESTORABLE_OBJECTS = 2_147_483_647
const MAX_SUSPENDED_USERS = 200

/** With those that find a root user and its key. */
const callsOf = ({ denied_roles, suspended_users }: FormerValues): number =>
  5 + suspended_users.length + denied_roles.length

const stateConflict = (detail: string) => new Conflict({ code: "state_conflict", detail })

/** A quota of 0 objects refuses every write. Its size stays: Admin Ops could not restore a large one (A4). */
export class AccountFreezes extends Context.Service<
  AccountFreezes,
  {
    /** 409 `state_conflict` when it is frozen already. */
    readonly freeze: (
      caller: Caller,
      endpointId: number,
      accountId: string,
      input: FreezeAccount
    ) => Effect.Effect<FormerValues, Failure>
    readonly unfreeze: (caller: Caller, endpointId: number, accountId: string) => Effect.Effect<FormerValues, Failure>
  }
>()("stowage/services/accounts/directory/AccountFreezes") {
  static readonly layer = Layer.effect(
    AccountFreezes,
    Effect.gen(function* () {
      const { reach } = yield* AdminTargets
      const settings = yield* GatewayAccountSettings
      const users = yield* GatewayUsers
      const userSettings = yield* GatewayUserSettings
      const records = yield* FreezeRecords
      const audited = yield* Audited
      const roleDenials = yield* RoleDenials

      const suspend = (target: AdminTarget, uids: ReadonlyArray<string>, suspended: boolean) =>
        Effect.forEach(
          uids,
          (uid) =>
            userSettings.change(target, uid, { suspended }).pipe(
              Effect.catchTag("NotFound", () => Effect.void),
              // a change of the suspension alone meets no name or address of another user
              Effect.catchTag(["Conflict", "InvalidInput"], (error) => Effect.die(error))
            ),
          { discard: true }
        )
      const setMaxBuckets = (target: AdminTarget, id: string, max_buckets: number | null) =>
        Effect.catchTag(settings.change(target, id, { max_buckets }), "Conflict", (error) => Effect.die(error))

      const restore = (target: AdminTarget, { external_id: id, former }: About) =>
        Effect.gen(function* () {
          const { enabled, max_objects } = former.account_quota
          yield* settings.setQuota(target, id, "account", { enabled, max_objects })
          yield* setMaxBuckets(target, id, former.max_buckets)
          yield* suspend(target, former.suspended_users, false)
          yield* roleDenials.allow(target, id, former.denied_roles)
        }).pipe(Effect.catchTag("NotFound", () => Effect.void))

      const base = (verb: "freeze" | "unfreeze") => ({
        action: `rgw_account.${verb}`,
        scope: "cluster-admin" as const,
        about: About,
        gateway: ({ endpoint_id }: About) => `endpoint:${endpoint_id}`,
        thing: ({ endpoint_id, external_id }: About) => `endpoint:${endpoint_id}/account:${external_id}`,
        entity: ({ external_id }: About) => ({ type: "rgw_account", id: null, label: external_id }),
        messages: ({ external_id }: About) => settingMessages(`${external_id}: ${verb}`),
        metadata: ({ endpoint_id, former }: About) => ({
          endpoint_id,
          former: JSON.parse(JSON.stringify(former))
        }),
        reach: ({ endpoint_id }: About) => reach(endpoint_id),
        assumeApplied: null
      })
      const restoreLater = (target: AdminTarget, about: About) =>
        Effect.catchTag(restore(target, about), "Conflict", ({ detail }) => Effect.fail(new Unavailable({ detail })))
      const freezing: GatewayChangeKind<About, AdminTarget, null> = {
        ...base("freeze"),
        recover: (target, about) =>
          Effect.as(restoreLater(target, about), { isApplied: false, observed: null, rows: Effect.void })
      }
      const unfreezing: GatewayChangeKind<About, AdminTarget, null> = {
        ...base("unfreeze"),
        recover: (target, about) =>
          Effect.as(restoreLater(target, about), {
            isApplied: true,
            observed: null,
            rows: records.remove(about.endpoint_id, about.external_id)
          })
      }
      const changes = { freeze: audited.gateway(freezing), unfreeze: audited.gateway(unfreezing) }
      const logRemains = (error: { readonly code: string }) =>
        Effect.logWarning("The former limits of an account could not be written back yet").pipe(
          Effect.annotateLogs({ code: error.code })
        )

      const usersToSuspend = Effect.fnUntraced(function* (target: AdminTarget, accountId: string) {
        const members = (yield* settings.members(target, accountId)).filter(
          ({ access_keys }) => !access_keys.includes(target.credential.accessKey)
        )
        if (members.length > MAX_SUSPENDED_USERS)
          return yield* stateConflict(
            `This account has ${members.length} users; a freeze suspends at most ${MAX_SUSPENDED_USERS}. ` +
              "Freeze it without suspending users"
          )
        const memberUsers = yield* Effect.forEach(
          members,
          ({ uid }) => Effect.catchTag(users.user(target, uid), "NotFound", () => Effect.succeed(null)),
          { concurrency: 8 }
        )
        return memberUsers.flatMap((user) => (user === null || user.suspended ? [] : [user.uid]))
      })

      const freeze = Effect.fn("AccountFreezes.freeze")(function* (
        caller: Caller,
        endpointId: number,
        accountId: string,
        { deny_roles = false, suspend_users = false }: FreezeAccount
      ) {
        const target = yield* reach(endpointId)
        if ((yield* records.find(endpointId, accountId)) !== null)
          return yield* stateConflict("This account is frozen already")
        const { account_quota, limits } = yield* settings.settings(target, accountId)
        if ((account_quota.max_objects ?? 0) > MAX_RESTORABLE_OBJECTS)
          return yield* stateConflict(
            "The quota of this account allows more objects than Admin Ops can write back: " +
              "set a smaller one with radosgw-admin first"
          )
        const suspended_users = suspend_users ? yield* usersToSuspend(target, accountId) : []
        const denied_roles = deny_roles ? yield* roleDenials.roles(target, accountId) : []
        const former: FormerValues = { account_quota, max_buckets: limits.max_buckets, suspended_users, denied_roles }
        const about = { endpoint_id: endpointId, external_id: accountId, former }
        const at = yield* DateTime.now
        return yield* changes.freeze.makeAndStore(caller, target, about, {
          calls: callsOf(former),
          first: settings.setQuota(target, accountId, "account", { enabled: true, max_objects: 0 }),
          change: Effect.gen(function* () {
            yield* setMaxBuckets(target, accountId, 0)
            // with the key of a root user, who may be suspended next
            yield* roleDenials.deny(target, accountId, denied_roles)
            yield* suspend(target, suspended_users, true)
          }),
          store: () =>
            Effect.as(records.add(endpointId, accountId, { former, by: callerUser(caller)?.email ?? "", at }), former),
          entity: () => freezing.entity(about),
          remains: logRemains
        })
      })

      const unfreeze = Effect.fn("AccountFreezes.unfreeze")(function* (
        caller: Caller,
        endpointId: number,
        accountId: string
      ) {
        const target = yield* reach(endpointId)
        const former = yield* records.find(endpointId, accountId)
        if (former === null) return yield* new NotFound({ entity: "Freeze of RGW account", id: accountId })
        const about = { endpoint_id: endpointId, external_id: accountId, former }
        return yield* changes.unfreeze.makeAndStore(caller, target, about, {
          calls: callsOf(former),
          change: restore(target, about),
          store: () => Effect.as(records.remove(endpointId, accountId), former),
          entity: () => unfreezing.entity(about),
          remains: logRemains
        })
      })

      return AccountFreezes.of({ freeze, unfreeze })
    })
  )
}
