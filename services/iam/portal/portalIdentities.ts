import { DateTime, Effect } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { spacePolicies, spacePolicyName } from "#domain/iam/portal/spacePolicy.ts"
import type { FormerMember, SpaceAccess } from "#domain/iam/portal/StorageSpace.ts"
import { iamUserName } from "#services/iam/privateaccess/iamUserName.ts"
import { PrivateAccessRecords, type StoredAccess } from "#services/iam/privateaccess/PrivateAccessRecords.ts"
import { retryAccess } from "#services/iam/privateaccess/retryAccess.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { PortalSettingsRecords } from "./PortalSettingsRecords.ts"
import { type MemberRow, PortalMemberRecords } from "./PortalSpaceRecords.ts"

export const spaceAccessOf = (one: StoredAccess | null): SpaceAccess | null =>
  one === null
    ? null
    : {
        state: one.state,
        problem: one.problem,
        drift_count: one.drift.length,
        context_id: one.connection_id === null ? null : `conn-${one.connection_id}`
      }

/** One IAM user per person and account. `require` stores the desired state, `apply` provisions it. */
export const portalIdentities = Effect.gen(function* () {
  const accesses = yield* PrivateAccessRecords
  const members = yield* PortalMemberRecords
  const settings = yield* PortalSettingsRecords
  const secrets = yield* Secrets
  const { attempt } = yield* retryAccess

  /** Stores the desired policies; call within a transaction, after `lock`. Null: nothing to provision. */
  const require = Effect.fnUntraced(function* (accountId: number, userId: number) {
    const inline_policies = spacePolicies(yield* members.grants(accountId, userId))
    const id = yield* members.accessId(accountId, userId)
    const now = yield* DateTime.now
    if (id !== null) {
      yield* accesses.find(id, true)
      yield* accesses.change(
        id,
        {
          wanted: { groups: [], managed_policies: [], inline_policies },
          state: "provisioning",
          tries: 0,
          problem: null,
          next_try_at: now
        },
        now
      )
      return id
    }
    const person = inline_policies.length === 0 ? null : yield* members.person(accountId, userId)
    if (person === null) return null
    return yield* accesses.add(
      {
        rgw_account_id: accountId,
        user_id: userId,
        person: person.email,
        iam_user_name: iamUserName(person.email, yield* secrets.id),
        connection_name: `${(yield* settings.read(accountId))?.name ?? person.email} (Portal)`,
        purpose: "portal",
        groups: [],
        managed_policies: [],
        inline_policies
      },
      now
    )
  })

  const apply = (caller: Caller, ids: ReadonlyArray<number | null>) =>
    Effect.forEach(
      ids.filter((id) => id !== null),
      (id) => attempt(caller, id),
      { concurrency: 4, discard: true }
    )

  const ofPerson = Effect.fnUntraced(function* (accountId: number, userId: number) {
    const id = yield* members.accessId(accountId, userId)
    return id === null ? null : yield* accesses.find(id)
  })

  /** Non-members whose policy may still exist on the gateway. */
  const former = Effect.fnUntraced(function* (
    accountId: number,
    spaceId: number,
    current: ReadonlyArray<Pick<MemberRow, "user_id">>
  ) {
    const name = spacePolicyName(spaceId)
    return (yield* accesses.ofAccount(accountId)).flatMap((one): ReadonlyArray<FormerMember> => {
      const isLeft =
        one.purpose === "portal" &&
        (one.tracked.inline_policies.includes(name) || one.drift.some((finding) => finding.name === name)) &&
        !current.some(({ user_id }) => user_id === one.user_id)
      const access = spaceAccessOf(one)
      return isLeft && access !== null ? [{ email: one.person, access: { ...access, context_id: null } }] : []
    })
  })

  return { require, apply, attempt, ofPerson, former }
})
