import type { LoginInput } from "#domain/Authentication.ts"
import { type RateLimited, Unauthenticated } from "#domain/Errors.ts"
import { rateLimits } from "#domain/RateLimit.ts"
import { CurrentOrigin } from "#domain/RequestOrigin.ts"
import { nextStep } from "#domain/SignInPolicy.ts"
import { Audit } from "#services/audit/Audit.ts"
import { Transaction } from "#services/audit/Transaction.ts"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { authEntry } from "./auditEntry.ts"
import { PasskeyRecords } from "./PasskeyRecords.ts"
import { PasswordHash } from "./PasswordHash.ts"
import { RateLimits } from "./RateLimits.ts"
import { Secrets } from "./Secrets.ts"
import { type OpenSession, type PendingSession, Sessions } from "./Sessions.ts"
import { Users } from "./Users.ts"

/** Signing in with e-mail and password. */
export class Login extends Context.Service<Login, {
  /**
   * Opens a session, or a pending one that waits for a passkey, as the policy asks. An unknown e-mail, a wrong password
   * and a deactivated user cannot be told apart, nor by the time it takes.
   */
  readonly withPassword: (input: LoginInput) => Effect.Effect<OpenSession | PendingSession, Unauthenticated | RateLimited>
}>()("stowage/services/access/Login") {
  static readonly layer = Layer.effect(Login, Effect.gen(function*() {
    const users = yield* Users
    const passkeys = yield* PasskeyRecords
    const passwords = yield* PasswordHash
    const sessions = yield* Sessions
    const limits = yield* RateLimits
    const secrets = yield* Secrets
    const audit = yield* Audit
    const transaction = yield* Transaction

    const withPassword = Effect.fn("Login.withPassword")(function*({ email, password }: LoginInput) {
      const { address } = yield* CurrentOrigin
      const normal = email.trim()
      const perAccount = {
        key: `login/account/${secrets.digest(normal.toLowerCase())}`,
        ...rateLimits.loginPerAccount
      }
      const perAddress = { key: `login/address/${address}`, ...rateLimits.loginPerAddress }
      yield* limits.take(perAddress)
      yield* limits.take(perAccount)

      const found = Option.getOrNull(yield* users.byEmail(normal))
      const right = yield* passwords.verify(password, found?.passwordHash ?? null)
      if (found === null || !right || !found.isActive) {
        yield* audit.record(authEntry(found?.user ?? null, {
          action: "session.login_failed", status: "denied", message: "Sign-in with a password was refused"
        }))
        return yield* new Unauthenticated({ code: "invalid_credentials", detail: "E-mail or password is wrong" })
      }

      yield* limits.giveBack(perAccount)
      yield* limits.giveBack(perAddress)
      const policy = yield* users.passkeyPolicy
      const next = nextStep(policy, found.user.role, (yield* passkeys.ofUser(found.user.id)).length)
      return yield* transaction.run(Effect.gen(function*() {
        if (next !== "ready") return yield* sessions.openPending(found, next)
        yield* users.signedIn(found.user.id, yield* DateTime.now)
        yield* audit.record(authEntry(found.user, {
          action: "session.login", status: "success", message: "Signed in with a password"
        }))
        return yield* sessions.open(found, null)
      }))
    })

    return Login.of({ withPassword })
  }))
}
