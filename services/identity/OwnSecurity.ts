import type { Caller } from "#domain/platform/access/Caller.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import {
  Conflict,
  InvalidInput,
  NotFound,
  type RateLimited,
  type Unauthenticated
} from "#domain/platform/errors/Errors.ts"
import { rateLimits } from "#domain/platform/RateLimit.ts"
import { passkeyRequired } from "#domain/identity/signin/SignInPolicy.ts"
import type { ChangePassword } from "#domain/identity/UiUser.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byOneself, uiUser } from "#services/platform/audit/auditBy.ts"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { PasskeyRecords } from "#services/identity/passkeys/PasskeyRecords.ts"
import { NewPasswords } from "#services/platform/NewPasswords.ts"
import { Passwords } from "#services/platform/Passwords.ts"
import { RateLimits } from "#services/platform/limits/RateLimits.ts"
import { type Codes, RecoveryCodes } from "#services/identity/passkeys/RecoveryCodes.ts"
import { type OpenSession, Sessions } from "#services/identity/sessions/Sessions.ts"
import { Users } from "#services/identity/users/Users.ts"

type SessionCaller = typeof Caller.cases.Session.Type

export class OwnSecurity extends Context.Service<
  OwnSecurity,
  {
    readonly renamePasskey: (caller: SessionCaller, id: number, name: string) => Effect.Effect<void, NotFound>
    /** Refuses to remove the last one while the policy requires it; otherwise recovery codes are removed with it. */
    readonly removePasskey: (
      caller: SessionCaller,
      id: number
    ) => Effect.Effect<
      { readonly removed: Removed; readonly opened: OpenSession },
      NotFound | Conflict | Unauthenticated
    >
    readonly renewRecoveryCodes: (caller: SessionCaller) => Effect.Effect<Codes, Conflict>
    /** Requires the current password if there is one, under the rate limits of sign-in. */
    readonly changePassword: (
      caller: SessionCaller,
      input: ChangePassword
    ) => Effect.Effect<OpenSession, InvalidInput | RateLimited | Unauthenticated>
  }
>()("stowage/services/identity/OwnSecurity") {
  static readonly layer = Layer.effect(
    OwnSecurity,
    Effect.gen(function* () {
      const users = yield* Users
      const passkeys = yield* PasskeyRecords
      const recovery = yield* RecoveryCodes
      const sessions = yield* Sessions
      const passwords = yield* Passwords
      const newPasswords = yield* NewPasswords
      const limits = yield* RateLimits
      const audited = yield* Audited

      const renamePasskey = Effect.fn("OwnSecurity.renamePasskey")(
        ({ user }: SessionCaller, id: number, name: string) =>
          passkeys.rename(user.id, id, name).pipe(
            Effect.filterOrFail(
              (renamed) => renamed,
              () => noPasskey(id)
            ),
            Effect.asVoid,
            audited.rows("passkey.rename", uiUser(user), {
              by: byOneself(user),
              message: "A passkey got another name",
              metadata: { passkey_id: id, name }
            })
          )
      )

      const removePasskey = Effect.fn("OwnSecurity.removePasskey")(function* (caller: SessionCaller, id: number) {
        const { user } = caller
        const policy = yield* users.passkeyPolicy
        const { opened, result: name } = yield* sessions.renew(
          caller,
          null,
          Effect.gen(function* () {
            const name = yield* passkeys.remove(user.id, id)
            if (name === null) return yield* noPasskey(id)
            yield* confirmedName("passkey", name)
            const last = (yield* passkeys.ofUser(user.id)).length === 0
            if (last && passkeyRequired(policy, user.role)) return yield* lastPasskey
            // without a passkey, recovery codes would be a second password
            if (last) yield* passkeys.removeAll(user.id)
            return name
          }).pipe(
            audited.rows("passkey.delete", uiUser(user), {
              by: byOneself(user),
              message: "A passkey was removed",
              metadata: (name) => ({ passkey_id: id, name })
            })
          )
        )
        return { removed: { id, name }, opened }
      })

      const renewRecoveryCodes = Effect.fn("OwnSecurity.renewRecoveryCodes")(function* ({ user }: SessionCaller) {
        if ((yield* passkeys.ofUser(user.id)).length === 0) return yield* codesNeedPasskey
        return yield* recovery.renew(user)
      })

      const changePassword = Effect.fn("OwnSecurity.changePassword")(function* (
        caller: SessionCaller,
        input: ChangePassword
      ) {
        const { user } = caller
        const limit = { key: `password/${user.id}`, ...rateLimits.loginPerAccount }
        yield* limits.take(limit)
        const { passwordHash } = Option.getOrThrow(yield* users.byId(user.id))
        if (passwordHash !== null) {
          const { current_password: current } = input
          if (current === undefined || !(yield* passwords.verify(current, passwordHash))) {
            return yield* InvalidInput.at("payload.current_password", "This is not your present password")
          }
        }
        const hash = yield* newPasswords
          .hash("new_password", input.new_password, user.email)
          .pipe(Effect.tapError(() => limits.giveBack(limit)))
        const change = users.setPassword(user.id, hash, yield* DateTime.now).pipe(
          audited.rows("password.change", uiUser(user), {
            by: byOneself(user),
            message: "The password was changed"
          })
        )
        const { opened } = yield* sessions.renew(caller, null, change)
        yield* limits.giveBack(limit)
        return opened
      })

      return OwnSecurity.of({ renamePasskey, removePasskey, renewRecoveryCodes, changePassword })
    })
  )
}

const noPasskey = (id: number) => new NotFound({ entity: "Passkey", id: String(id) })

const lastPasskey = new Conflict({
  code: "state_conflict",
  detail: "A passkey is asked of you: add another one before you remove the last"
})

const codesNeedPasskey = new Conflict({
  code: "state_conflict",
  detail: "Recovery codes stand in for a passkey: add one first"
})
