import type { Caller } from "#domain/platform/access/Caller.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import { Conflict, type Forbidden, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { AddIdentity } from "#domain/identity/federation/IdentityLink.ts"
import type { ExternalIdentity } from "#domain/identity/SecurityView.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller, uiUser } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { IdentityRecords } from "./IdentityRecords.ts"
import { ProviderMemberships } from "./ProviderMemberships.ts"
import { Providers } from "./Providers.ts"
import { Context, DateTime, Effect, Layer, Redacted } from "effect"
import { requireManagedUser } from "#services/identity/users/managedUser.ts"
import { UserRecords } from "#services/identity/users/UserRecords.ts"

/** Each change ends the user's sessions and tokens. The audit trail contains no subjects. */
export class UserIdentities extends Context.Service<
  UserIdentities,
  {
    readonly ofUser: (userId: number) => Effect.Effect<ReadonlyArray<ExternalIdentity>>
    readonly add: (
      caller: Caller,
      userId: number,
      input: AddIdentity
    ) => Effect.Effect<void, NotFound | Forbidden | Conflict | InvalidInput>
    readonly revoke: (
      caller: Caller,
      userId: number,
      id: number
    ) => Effect.Effect<Removed, NotFound | Forbidden | Conflict>
    readonly restore: (
      caller: Caller,
      userId: number,
      id: number
    ) => Effect.Effect<void, NotFound | Forbidden | Conflict>
  }
>()("stowage/services/identity/federation/UserIdentities") {
  static readonly layer = Layer.effect(
    UserIdentities,
    Effect.gen(function* () {
      const identities = yield* IdentityRecords
      const providers = yield* Providers
      const memberships = yield* ProviderMemberships
      const users = yield* UserRecords
      const audited = yield* Audited
      const transaction = yield* Transaction

      const ofUser = Effect.fn("UserIdentities.ofUser")(function* (userId: number) {
        const [rows, labels] = yield* Effect.all([identities.ofUser(userId), providers.labels])
        return rows.map(
          (row): ExternalIdentity => ({
            ...row,
            provider_label: labels.get(`${row.provider_type}/${row.provider_id}`) ?? null
          })
        )
      })

      const add = Effect.fn("UserIdentities.add")((caller: Caller, userId: number, input: AddIdentity) =>
        transaction.run(
          Effect.gen(function* () {
            const target = yield* requireManagedUser(users, caller, userId)
            const { email = null, provider_id, provider_type, subject } = input
            if (!(yield* providers.labels).has(`${provider_type}/${provider_id}`)) {
              return yield* InvalidInput.at("payload.provider_id", "There is no such provider")
            }
            const key = { providerType: provider_type, providerId: provider_id, subject: Redacted.value(subject) }
            yield* identities.add(key, userId, email, yield* DateTime.now).pipe(
              Effect.filterOrFail(
                (added) => added,
                () => new Conflict({ code: "already_exists", detail: "This identity is linked already" })
              ),
              audited.rows("external_identity.add", uiUser(target), {
                by: byCaller(caller, "admin"),
                message: "An external identity was linked by hand",
                metadata: { provider_type, provider_id }
              })
            )
          })
        )
      )

      const setRevoked = Effect.fnUntraced(function* (caller: Caller, userId: number, id: number, revoked: boolean) {
        // lock order: removing an identity changes memberships, so lock them before any row
        yield* memberships.lock([])
        const target = yield* requireManagedUser(users, caller, userId)
        if (revoked) yield* confirmedName("console user", target.email)
        yield* Effect.gen(function* () {
          const changed = yield* identities.setRevoked(userId, id, revoked ? yield* DateTime.now : null)
          if (changed === null) return yield* new NotFound({ entity: "External identity", id: String(id) })
          if (!changed)
            return yield* new Conflict({
              code: "state_conflict",
              detail: `This identity is ${revoked ? "revoked already" : "not revoked"}`
            })
        }).pipe(
          audited.rows(revoked ? "external_identity.revoke" : "external_identity.restore", uiUser(target), {
            by: byCaller(caller, "admin"),
            message: `An external identity was ${revoked ? "revoked" : "restored"}`,
            metadata: { identity_id: id }
          })
        )
        const done: Removed = { id, name: target.email }
        return done
      })

      return UserIdentities.of({
        ofUser,
        add,
        revoke: Effect.fn("UserIdentities.revoke")((caller, userId, id) =>
          transaction.run(setRevoked(caller, userId, id, true))
        ),
        restore: Effect.fn("UserIdentities.restore")((caller, userId, id) =>
          transaction.run(Effect.asVoid(setRevoked(caller, userId, id, false)))
        )
      })
    })
  )
}
