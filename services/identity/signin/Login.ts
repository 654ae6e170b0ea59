import type { LoginInput } from "#domain/identity/signin/Authentication.ts"
import { type RateLimited, Unauthenticated } from "#domain/platform/errors/Errors.ts"
import { isStorableText } from "#domain/platform/Text.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byOneself, uiUser } from "#services/platform/audit/auditBy.ts"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { userAccount } from "#services/platform/limits/KnownAddresses.ts"
import { LoginAttempts } from "#services/platform/limits/LoginAttempts.ts"
import { signInFailed } from "#services/platform/limits/signInFailed.ts"
import { PasskeyRecords } from "#services/identity/passkeys/PasskeyRecords.ts"
import { Passwords } from "#services/platform/Passwords.ts"
import type { OpenSession, PendingSession } from "#services/identity/sessions/Sessions.ts"
import { SignIn } from "./SignIn.ts"
import { type UserRecord, Users } from "#services/identity/users/Users.ts"

export class Login extends Context.Service<
  Login,
  {
    /** Unknown e-mail, wrong password and inactive user are indistinguishable, also by timing. */
    readonly withPassword: (
      input: LoginInput
    ) => Effect.Effect<OpenSession | PendingSession, Unauthenticated | RateLimited>
  }
>()("stowage/services/identity/signin/Login") {
  static readonly layer = Layer.effect(
    Login,
    Effect.gen(function* () {
      const users = yield* Users
      const passwords = yield* Passwords
      const loginTries = yield* LoginAttempts
      const passkeys = yield* PasskeyRecords
      const audited = yield* Audited
      const signIn = yield* SignIn

      const refuse = Effect.fnUntraced(function* (record: UserRecord | null, refusal: Unauthenticated | RateLimited) {
        const who = record?.user ?? null
        const cause =
          record === null
            ? "unknown"
            : refusal._tag === "RateLimited"
              ? "locked"
              : record.isActive
                ? "credentials"
                : "deactivated"
        yield* signInFailed("password", cause)
        yield* audited.noted("session.login_failed", uiUser(who), {
          by: byOneself(who),
          message: "Sign-in with a password was refused"
        })
        return yield* refusal
      })

      /** A locked account rejects the right password too, unless a passkey follows. */
      const withPassword = Effect.fn("Login.withPassword")(function* ({ email, password }: LoginInput) {
        // PostgreSQL cannot store these characters, so they match nobody
        const isStorable = isStorableText(email) && isStorableText(Redacted.value(password))
        const record = isStorable ? Option.getOrNull(yield* users.byEmail(email.trim())) : null
        const { giveBack, locked } = yield* loginTries.begin(email, userAccount(record?.user.id ?? 0))
        if (locked !== null) yield* loginTries.beginLocked(email)
        const enrolled = yield* passkeys.ofUser(record?.user.id ?? 0)
        const isCorrect = yield* passwords.verify(password, record?.passwordHash ?? null)
        if (record === null || !isCorrect || !record.isActive) return yield* refuse(record, locked ?? wrong)
        if (locked !== null && enrolled.length === 0) return yield* refuse(record, locked)
        yield* giveBack
        return yield* signIn.proceed(record, "with a password")
      })

      return Login.of({ withPassword })
    })
  )
}

const wrong = new Unauthenticated({ code: "invalid_credentials", detail: "E-mail or password is wrong" })
