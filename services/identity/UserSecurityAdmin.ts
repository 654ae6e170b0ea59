import type { Caller } from "#domain/platform/access/Caller.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import type { Conflict, Forbidden, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { OwnSecurity, UserSecurity } from "#domain/identity/SecurityView.ts"
import type { UiUser } from "#domain/identity/UiUser.ts"
import { passkeyRequired } from "#domain/identity/signin/SignInPolicy.ts"
import { OpenSessions } from "#services/identity/sessions/OpenSessions.ts"
import { PasskeyRecords } from "#services/identity/passkeys/PasskeyRecords.ts"
import { RecoveryCodeRecords } from "#services/identity/passkeys/RecoveryCodeRecords.ts"
import { ApiTokenRecords } from "#services/identity/ApiTokenRecords.ts"
import { InvitationRecords } from "#services/identity/invitations/InvitationRecords.ts"
import { NewPasswords } from "#services/platform/NewPasswords.ts"
import { sessionInfo } from "#services/identity/sessions/sessionInfo.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { canViewSessionsOf } from "#services/identity/sessions/visibleSessions.ts"
import { Users } from "#services/identity/users/Users.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller, uiUser } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Context, DateTime, Effect, Layer, type Redacted } from "effect"
import { requireManagedUser, noUser } from "#services/identity/users/managedUser.ts"
import { UserIdentities } from "#services/identity/federation/UserIdentities.ts"
import { UserRecords } from "#services/identity/users/UserRecords.ts"

const userNames = ({ email, id }: { readonly id: number; readonly email: string }): Removed => ({ id, name: email })

const MAX_SESSIONS = 100

export class UserSecurityAdmin extends Context.Service<
  UserSecurityAdmin,
  {
    readonly own: (caller: typeof Caller.cases.Session.Type) => Effect.Effect<OwnSecurity>
    readonly view: (caller: Caller, userId: number) => Effect.Effect<UserSecurity, NotFound>
    readonly resetMfa: (caller: Caller, userId: number) => Effect.Effect<Removed, NotFound | Forbidden | Conflict>
    readonly setPassword: (
      caller: Caller,
      userId: number,
      password: Redacted.Redacted
    ) => Effect.Effect<void, NotFound | Forbidden | InvalidInput>
    readonly revokeSessions: (caller: Caller, userId: number) => Effect.Effect<Removed, NotFound | Forbidden | Conflict>
  }
>()("stowage/services/identity/UserSecurityAdmin") {
  static readonly layer = Layer.effect(
    UserSecurityAdmin,
    Effect.gen(function* () {
      const records = yield* UserRecords
      const users = yield* Users
      const passkeys = yield* PasskeyRecords
      const codes = yield* RecoveryCodeRecords
      const tokens = yield* ApiTokenRecords
      const identities = yield* UserIdentities
      const invitations = yield* InvitationRecords
      const open = yield* OpenSessions
      const sessions = yield* Sessions
      const passwords = yield* NewPasswords
      const audited = yield* Audited
      const transaction = yield* Transaction

      const proofsOf = Effect.fnUntraced(function* ({
        has_password,
        id,
        role
      }: Pick<UiUser, "id" | "role" | "has_password">) {
        const [policy, keys, issued, identityList, passwordChangedAt] = yield* Effect.all([
          users.passkeyPolicy,
          passkeys.views(id),
          codes.count(id),
          identities.ofUser(id),
          users.passwordChangedAt(id)
        ])
        return {
          has_password,
          password_changed_at: passwordChangedAt,
          passkey_required: passkeyRequired(policy, role),
          passkeys: keys,
          recovery_codes: { issued: issued.all, left: issued.left },
          identities: identityList
        } satisfies OwnSecurity
      })

      const ownSecurity = Effect.fn("UserSecurityAdmin.own")(function* ({ user }: typeof Caller.cases.Session.Type) {
        return yield* proofsOf(
          (yield* records.find(user.id)) ?? (yield* Effect.die(new Error("a session without its user")))
        )
      })

      const view = Effect.fn("UserSecurityAdmin.view")(function* (caller: Caller, userId: number) {
        const user = (yield* records.find(userId)) ?? (yield* noUser(userId))
        const now = yield* DateTime.now
        const [live, activeTokens, invitation] = yield* Effect.all([
          canViewSessionsOf(caller, user)
            ? open.list({ limit: MAX_SESSIONS }, { userId, standardBut: null }, now)
            : Effect.succeed(null),
          tokens.countActive(userId, now),
          invitations.ofUser(userId, now)
        ])
        const current = caller._tag === "Session" ? caller.session_id : null
        const { email, full_name, id, role } = user
        return {
          user: { id, email, full_name, role },
          is_active: user.is_active,
          last_login_at: user.last_login_at,
          ...(yield* proofsOf(user)),
          sessions: live === null ? null : live.items.map((row) => sessionInfo(row, current)),
          invitation,
          active_token_count: activeTokens
        } satisfies UserSecurity
      })

      const requireManageable = <A, E>(
        caller: Caller,
        userId: number,
        work: (target: { readonly id: number; readonly email: string }) => Effect.Effect<A, E>
      ) => transaction.run(Effect.flatMap(requireManagedUser(records, caller, userId), work))

      const resetMfa = Effect.fn("UserSecurityAdmin.resetMfa")((caller: Caller, userId: number) =>
        requireManageable(
          caller,
          userId,
          Effect.fnUntraced(function* (target) {
            yield* confirmedName("console user", target.email)
            yield* passkeys.removeAll(userId).pipe(
              audited.rows("mfa.reset", uiUser(target), {
                by: byCaller(caller, "admin"),
                message: "Passkeys and recovery codes were taken away",
                metadata: (removed) => ({ passkeys: removed })
              })
            )
            return userNames(target)
          })
        )
      )

      const setPassword = Effect.fn("UserSecurityAdmin.setPassword")(function* (
        caller: Caller,
        userId: number,
        password: Redacted.Redacted
      ) {
        const hash = yield* passwords.hash("password", password, (yield* records.find(userId))?.email ?? "")
        yield* requireManageable(
          caller,
          userId,
          Effect.fnUntraced(function* (target) {
            yield* users.setPassword(userId, hash, yield* DateTime.now).pipe(
              audited.rows("password.set", uiUser(target), {
                by: byCaller(caller, "admin"),
                message: "An administrator set the password"
              })
            )
          })
        )
      })

      const revokeSessions = Effect.fn("UserSecurityAdmin.revokeSessions")((caller: Caller, userId: number) =>
        requireManageable(
          caller,
          userId,
          Effect.fnUntraced(function* (target) {
            yield* confirmedName("console user", target.email)
            yield* sessions.endAll(userId, "revoked_by_administrator").pipe(
              audited.rows("session.revoke_all", uiUser(target), {
                by: byCaller(caller, "admin"),
                message: "Signed out everywhere by an administrator",
                metadata: (ended) => ({ sessions: ended })
              })
            )
            return userNames(target)
          })
        )
      )

      return UserSecurityAdmin.of({ own: ownSecurity, view, resetMfa, setPassword, revokeSessions })
    })
  )
}
