import type { LoginInput } from "#domain/signin/Authentication.ts"
import { type RateLimited, Unauthenticated } from "#domain/errors/Errors.ts"
import { Audit } from "#services/audit/Audit.ts"
import { Context, Effect, Layer, Option } from "effect"
import { authEntry } from "#services/audit/auditEntry.ts"
import { takeLoginTry } from "#services/limits/loginLimits.ts"
import { PasswordHash } from "#services/secrets/PasswordHash.ts"
import { RateLimits } from "#services/limits/RateLimits.ts"
import { Secrets } from "#services/secrets/Secrets.ts"
import type { OpenSession, PendingSession } from "#services/sessions/Sessions.ts"
import { SignIn } from "./SignIn.ts"
import { Users } from "#services/users/Users.ts"

/** Signing in with e-mail and password. */
export class Login extends Context.Service<Login, {
  /**
   * Opens a session, or a pending one that waits for a passkey, as the policy asks. An unknown e-mail, a wrong password
   * and a deactivated user cannot be told apart, nor by the time it takes.
   */
  readonly withPassword: (input: LoginInput) => Effect.Effect<OpenSession | PendingSession, Unauthenticated | RateLimited>
}>()("stowage/services/signin/Login") {
  static readonly layer = Layer.effect(Login, Effect.gen(function*() {
    const users = yield* Users
    const passwords = yield* PasswordHash
    const limits = yield* RateLimits
    const secrets = yield* Secrets
    const audit = yield* Audit
    const signIn = yield* SignIn

    const withPassword = Effect.fn("Login.withPassword")(function*({ email, password }: LoginInput) {
      const giveBack = yield* takeLoginTry(limits, secrets, email)
      const found = Option.getOrNull(yield* users.byEmail(email.trim()))
      const right = yield* passwords.verify(password, found?.passwordHash ?? null)
      if (found === null || !right || !found.isActive) {
        yield* audit.record(authEntry(found?.user ?? null, {
          action: "session.login_failed", status: "denied", message: "Sign-in with a password was refused"
        }))
        return yield* new Unauthenticated({ code: "invalid_credentials", detail: "E-mail or password is wrong" })
      }
      yield* giveBack
      return yield* signIn.proceed(found, "with a password")
    })

    return Login.of({ withPassword })
  }))
}
