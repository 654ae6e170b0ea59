import { type Caller, callerUser, type CallerUser } from "#domain/platform/access/Caller.ts"
import { Forbidden, InvalidInput } from "#domain/platform/errors/Errors.ts"
import type { ClaimedGroups, MappedGroup } from "#domain/identity/federation/GroupMapping.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byOneself, uiUser } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Context, DateTime, Effect, Layer } from "effect"
import { type MembershipSource, ProviderMemberships } from "./ProviderMemberships.ts"

type Ignored = { readonly group_id: number; readonly reason: "deleted" | "privileged" }

type Mapping = { readonly groups: ReadonlyArray<MappedGroup> } | null

const noGroups: ClaimedGroups = { groups: [], fault: null }

/** Each sign-in replaces the memberships given by its provider; manual ones stay. */
export class ProviderGroups extends Context.Service<
  ProviderGroups,
  {
    /** Validates a mapping in the caller's transaction: groups must exist, and privileged ones require a superadmin. */
    readonly check: (caller: Caller, mapping: Mapping, before: Mapping) => Effect.Effect<void, InvalidInput | Forbidden>
    readonly shrink: (source: MembershipSource, mapping: Mapping) => Effect.Effect<number>
    readonly follow: (
      source: MembershipSource,
      user: CallerUser,
      claimed: ClaimedGroups | undefined
    ) => Effect.Effect<void>
  }
>()("stowage/services/identity/federation/ProviderGroups") {
  static readonly layer = Layer.effect(
    ProviderGroups,
    Effect.gen(function* () {
      const memberships = yield* ProviderMemberships
      const audited = yield* Audited
      const transaction = yield* Transaction

      const check = Effect.fn("ProviderGroups.check")(function* (caller: Caller, mapping: Mapping, before: Mapping) {
        const mapped = mapping?.groups ?? []
        const knownGroups = new Map(
          (yield* memberships.lock(mapped.map(({ group_id }) => group_id))).map((group) => [group.id, group])
        )
        const previousGroups = new Set((before?.groups ?? []).map((group) => JSON.stringify(group)))
        for (const [index, group] of mapped.entries()) {
          // a group deleted since must not block the provider's form: sign-in ignores it
          if (previousGroups.has(JSON.stringify(group))) continue
          const at = `payload.config.group_mapping.groups.${index}`
          const knownGroup = knownGroups.get(group.group_id)
          if (knownGroup === undefined)
            return yield* InvalidInput.at(`${at}.group_id`, `There is no group ${group.group_id}`)
          if (knownGroup.privileged && !group.privileged) {
            return yield* InvalidInput.at(
              `${at}.privileged`,
              `${knownGroup.name} has privileges: say that whoever the provider names shall have them`
            )
          }
          if (group.privileged && caller._tag !== "Operator" && callerUser(caller)?.role !== "ui_superadmin") {
            return yield* new Forbidden({
              code: "forbidden",
              detail: "Only a super administrator lets a provider fill a group that has, or may get, privileges"
            })
          }
        }
      })

      const shrink = Effect.fn("ProviderGroups.shrink")((source: MembershipSource, mapping: Mapping) =>
        memberships.keepOnly(
          source,
          (mapping?.groups ?? []).map(({ group_id }) => group_id)
        )
      )

      const follow = Effect.fn("ProviderGroups.follow")(function* (
        source: MembershipSource,
        user: CallerUser,
        claimed: ClaimedGroups = noGroups
      ) {
        const mappedGroups = yield* memberships.ofUser(user.id, source)
        if (claimed.groups.length === 0 && claimed.fault === null && mappedGroups.length === 0) return
        yield* transaction.run(
          Effect.gen(function* () {
            const knownGroups = new Map(
              (yield* memberships.lock(claimed.groups.map(({ group_id }) => group_id))).map((group) => [
                group.id,
                group
              ])
            )
            const currentIds = new Set(yield* memberships.ofUser(user.id, source))
            const ignored = claimed.groups.flatMap(({ group_id, privileged }): ReadonlyArray<Ignored> => {
              const group = knownGroups.get(group_id)
              return group === undefined
                ? [{ group_id, reason: "deleted" }]
                : group.privileged && !privileged
                  ? [{ group_id, reason: "privileged" }]
                  : []
            })
            const refused = new Set(ignored.map(({ group_id }) => group_id))
            const targetIds = claimed.groups.map(({ group_id }) => group_id).filter((id) => !refused.has(id))
            const added = targetIds.filter((id) => !currentIds.has(id))
            const removed = [...currentIds].filter((id) => !targetIds.includes(id))
            if (added.length + removed.length + ignored.length === 0 && claimed.fault === null) return
            yield* (
              added.length + removed.length === 0
                ? Effect.void
                : memberships.set(user.id, source, targetIds, yield* DateTime.now)
            ).pipe(
              audited.rows("ui_user.follow_provider", uiUser(user), {
                by: byOneself(user),
                message:
                  added.length + removed.length === 0
                    ? "Groups that an identity provider named were ignored"
                    : "An identity provider changed the groups that somebody is in",
                metadata: {
                  provider_type: source.type,
                  provider_id: source.id,
                  added,
                  removed,
                  ignored: ignored.map((one) => ({ ...one })),
                  fault: claimed.fault
                }
              })
            )
          })
        )
      })

      return ProviderGroups.of({ check, shrink, follow })
    })
  )
}
