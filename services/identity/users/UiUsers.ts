import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import { unknownLinks } from "#domain/identity/unknownLinks.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import { CurrentStepUp } from "#domain/identity/CurrentStepUp.ts"
import { Conflict, type Forbidden, type InvalidInput, type NotFound } from "#domain/platform/errors/Errors.ts"
import type { Page } from "#domain/platform/Paging.ts"
import type { CreateUiUser, UiUser, UiUserSummary, UpdateUiUser } from "#domain/identity/UiUser.ts"
import { NewPasswords } from "#services/platform/NewPasswords.ts"
import { Users } from "./Users.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller, uiUser } from "#services/platform/audit/auditBy.ts"
import { RowVersions } from "#services/platform/audit/RowVersions.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Context, DateTime, Effect, Layer } from "effect"
import { requireManagedUser, noUser, refuseManaging } from "./managedUser.ts"
import { type UserLinkSets, type UserQuery, UserRecords } from "./UserRecords.ts"
import { accessSummary, diffUser, userChangeEntry } from "./userChanges.ts"

/** Only superadmins manage privileged accounts; the last active superadmin stays one. */
export class UiUsers extends Context.Service<
  UiUsers,
  {
    readonly page: (query: UserQuery) => Effect.Effect<Page<UiUser>>
    readonly minimal: Effect.Effect<ReadonlyArray<UiUserSummary>>
    readonly get: (id: number) => Effect.Effect<UiUser, NotFound>
    readonly create: (caller: Caller, input: CreateUiUser) => Effect.Effect<UiUser, InvalidInput | Forbidden | Conflict>
    /** Atomic. Changes other than the full name require step-up. */
    readonly update: (
      caller: Caller,
      id: number,
      input: UpdateUiUser
    ) => Effect.Effect<UiUser, InvalidInput | NotFound | Forbidden | Conflict>
    readonly remove: (caller: Caller, id: number) => Effect.Effect<Removed, NotFound | Forbidden | Conflict>
  }
>()("stowage/services/identity/users/UiUsers") {
  static readonly layer = Layer.effect(
    UiUsers,
    Effect.gen(function* () {
      const records = yield* UserRecords
      const users = yield* Users
      const passwords = yield* NewPasswords
      const audited = yield* Audited
      const transaction = yield* Transaction
      const versions = yield* RowVersions

      const get = Effect.fn("UiUsers.get")(function* (id: number) {
        return (yield* records.find(id)) ?? (yield* noUser(id))
      })

      const link = Effect.fnUntraced(function* (id: number, links: UserLinkSets) {
        const unknown = yield* records.setLinks(id, links)
        if (unknown.length > 0) return yield* unknownLinks(unknown)
      })

      const create = Effect.fn("UiUsers.create")(function* (caller: Caller, input: CreateUiUser) {
        const refusal = refuseManaging(caller, input.role)
        if (refusal !== null) return yield* refusal
        const passwordHash =
          input.password === undefined ? null : yield* passwords.hash("password", input.password, input.email)
        return yield* Effect.gen(function* () {
          yield* versions.lockAssociations
          const { email, full_name, role } = input
          const now = yield* DateTime.now
          const created = yield* users.create({ email: email.trim(), fullName: full_name, role, passwordHash }, now)
          if (created === null) return yield* emailTaken(email)
          const { id } = created.user
          const { fields, links } = diffUser(yield* Effect.orDie(get(id)), input)
          if (Object.keys(fields).length > 0) yield* records.update(id, fields, now)
          yield* link(id, links)
          return yield* Effect.orDie(get(id))
        }).pipe(
          audited.rows("ui_user.create", (user) => uiUser(user), {
            by: byCaller(caller, "admin"),
            message: "A user was created",
            metadata: (user) => ({ role: input.role, password: passwordHash !== null, ...accessSummary(user) })
          })
        )
      })

      /** `active`: active superadmins, locked before the target to serialise removals. */
      const requireSuperadmin = ({ is_active, role }: UiUser, active: number) =>
        role === "ui_superadmin" && is_active && active === 1 ? Effect.fail(lastSuperadmin) : Effect.void

      const update = Effect.fn("UiUsers.update")((caller: Caller, id: number, input: UpdateUiUser) =>
        transaction.run(
          Effect.gen(function* () {
            yield* versions.lock("ui_user", id, input.version)
            const activeSuperadmins =
              input.role === undefined && input.is_active !== false ? 0 : yield* records.activeSuperadmins
            const before = yield* requireManagedUser(records, caller, id)
            const { fields: changes, links } = diffUser(before, input)
            const changed = Object.keys({ ...changes, ...links })
            if (changed.length === 0) return before
            if (changed.some((field) => field !== "full_name")) yield* yield* CurrentStepUp
            if (changes.role !== undefined) {
              const refusal = refuseManaging(caller, changes.role)
              if (refusal !== null) return yield* refusal
            }
            if (changes.role !== undefined || changes.is_active === false) {
              if (callerUser(caller)?.id === id) return yield* notOneself
              yield* requireSuperadmin(before, activeSuperadmins)
            }
            return yield* Effect.gen(function* () {
              if (!(yield* records.update(id, changes, yield* DateTime.now)))
                return yield* emailTaken(changes.email ?? before.email)
              yield* link(id, links)
              return yield* Effect.orDie(get(id))
            }).pipe(
              audited.rows("ui_user.update", uiUser(before), {
                by: byCaller(caller, "admin"),
                message: "A user was changed",
                metadata: userChangeEntry(changes, links)
              })
            )
          })
        )
      )

      const remove = Effect.fn("UiUsers.remove")((caller: Caller, id: number) =>
        transaction.run(
          Effect.gen(function* () {
            yield* versions.lock("ui_user", id, undefined)
            const activeSuperadmins = yield* records.activeSuperadmins
            const target = yield* requireManagedUser(records, caller, id)
            yield* confirmedName("console user", target.email)
            if (callerUser(caller)?.id === id) return yield* notOneself
            yield* requireSuperadmin(target, activeSuperadmins)
            yield* records.remove(id).pipe(
              audited.rows("ui_user.delete", uiUser(target), {
                by: byCaller(caller, "admin"),
                message: "A user was deleted",
                metadata: { role: target.role }
              })
            )
            const removed: Removed = { id, name: target.email }
            return removed
          })
        )
      )

      return UiUsers.of({ page: records.page, minimal: records.minimal, get, create, update, remove })
    })
  )
}

const emailTaken = (email: string) =>
  new Conflict({ code: "already_exists", detail: `There is a user with the e-mail ${email}` })

const notOneself = new Conflict({
  code: "state_conflict",
  detail: "Nobody deletes, deactivates or changes the role of themselves: ask another administrator"
})

const lastSuperadmin = new Conflict({
  code: "state_conflict",
  detail: "This is the last active superadmin: make another one first"
})
