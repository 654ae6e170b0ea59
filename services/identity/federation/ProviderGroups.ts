import { type Caller, callerUser, type CallerUser } from "#domain/platform/access/Caller.ts"
import { Forbidden, InvalidInput } from "#domain/platform/errors/Errors.ts"
import type { ClaimedGroups, MappedGroup } from "#domain/identity/federation/GroupMapping.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byOneself, uiUser } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Context, DateTime, Effect, Layer } from "effect"
import { type MembershipSource, ProviderMemberships } from "./ProviderMemberships.ts"

/** Why a group that a provider named gets nobody. */
type Ignored = { readonly group_id: number; readonly reason: "deleted" | "privileged" }

/** How groups of a provider lead into groups here. */
type Mapping = { readonly groups: ReadonlyArray<MappedGroup> } | null

const none: ClaimedGroups = { groups: [], fault: null }

/**
 * Groups of console users that identity providers fill: at each sign-in somebody is in those which their provider names, and in no
 * other that it once put them into. What an administrator gave by hand stays. Off until a provider has a mapping.
 */
export class ProviderGroups extends Context.Service<ProviderGroups, {
  /** Within a transaction of a provider's change: a mapping names groups that there are, and privileged ones with a superadmin's word alone. */
  readonly check: (caller: Caller, mapping: Mapping, before: Mapping) => Effect.Effect<void, InvalidInput | Forbidden>
  /** Ends what a provider gave by a mapping that is no more; answers how many memberships. */
  readonly shrink: (source: MembershipSource, mapping: Mapping) => Effect.Effect<number>
  /** Puts somebody who proved who they are into the groups that their provider names, and out of those that it does not any more. */
  readonly follow: (source: MembershipSource, user: CallerUser, claimed: ClaimedGroups | undefined) => Effect.Effect<void>
}>()("stowage/services/identity/federation/ProviderGroups") {
  static readonly layer = Layer.effect(ProviderGroups, Effect.gen(function*() {
    const memberships = yield* ProviderMemberships
    const audited = yield* Audited
    const transaction = yield* Transaction

    const check = Effect.fn("ProviderGroups.check")(function*(caller: Caller, mapping: Mapping, before: Mapping) {
      const mapped = mapping?.groups ?? []
      const known = new Map((yield* memberships.hold(mapped.map(({ group_id }) => group_id))).map((group) => [group.id, group]))
      const was = new Set((before?.groups ?? []).map((group) => JSON.stringify(group)))
      for (const [index, group] of mapped.entries()) {
        // a group that was deleted since does not lock the provider's page: it is ignored at sign-in
        if (was.has(JSON.stringify(group))) continue
        const at = `payload.config.group_mapping.groups.${index}`
        const found = known.get(group.group_id)
        if (found === undefined) return yield* InvalidInput.at(`${at}.group_id`, `There is no group ${group.group_id}`)
        if (found.privileged && !group.privileged) {
          return yield* InvalidInput.at(`${at}.privileged`, `${found.name} has privileges: say that whoever the provider names shall have them`)
        }
        if (group.privileged && caller._tag !== "Operator" && callerUser(caller)?.role !== "ui_superadmin") {
          return yield* new Forbidden({ code: "forbidden", detail: "Only a super administrator lets a provider fill a group that has, or may get, privileges" })
        }
      }
    })

    const shrink = Effect.fn("ProviderGroups.shrink")((source: MembershipSource, mapping: Mapping) =>
      memberships.keepOnly(source, (mapping?.groups ?? []).map(({ group_id }) => group_id)))

    const follow = Effect.fn("ProviderGroups.follow")(function*(source: MembershipSource, user: CallerUser, claimed: ClaimedGroups = none) {
      const given = yield* memberships.ofUser(user.id, source)
      if (claimed.groups.length === 0 && claimed.fault === null && given.length === 0) return
      yield* transaction.run(Effect.gen(function*() {
        const known = new Map((yield* memberships.hold(claimed.groups.map(({ group_id }) => group_id))).map((group) => [group.id, group]))
        const had = new Set(yield* memberships.ofUser(user.id, source))
        const ignored = claimed.groups.flatMap(({ group_id, privileged }): ReadonlyArray<Ignored> => {
          const group = known.get(group_id)
          return group === undefined ? [{ group_id, reason: "deleted" }] : group.privileged && !privileged ? [{ group_id, reason: "privileged" }] : []
        })
        const refused = new Set(ignored.map(({ group_id }) => group_id))
        const wanted = claimed.groups.map(({ group_id }) => group_id).filter((id) => !refused.has(id))
        const added = wanted.filter((id) => !had.has(id))
        const removed = [...had].filter((id) => !wanted.includes(id))
        if (added.length + removed.length + ignored.length === 0 && claimed.fault === null) return
        yield* (added.length + removed.length === 0 ? Effect.void : memberships.set(user.id, source, wanted, yield* DateTime.now)).pipe(
          audited.rows("ui_user.follow_provider", uiUser(user), {
            by: byOneself(user), message: added.length + removed.length === 0
              ? "Groups that an identity provider named were ignored" : "An identity provider changed the groups that somebody is in",
            metadata: {
              provider_type: source.type, provider_id: source.id, added, removed, ignored: ignored.map((one) => ({ ...one })), fault: claimed.fault
            }
          })
        )
      }))
    })

    return ProviderGroups.of({ check, shrink, follow })
  }))
}
