import { nextStep } from "#domain/identity/signin/SignInPolicy.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byOneself, uiUser } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Context, DateTime, Effect, Layer } from "effect"
import { PasskeyRecords } from "#services/identity/passkeys/PasskeyRecords.ts"
import { type OpenSession, type PendingSession, Sessions } from "#services/identity/sessions/Sessions.ts"
import { type UserRecord, Users } from "#services/identity/users/Users.ts"

export class SignIn extends Context.Service<
  SignIn,
  {
    readonly proceed: (found: UserRecord, how: string) => Effect.Effect<OpenSession | PendingSession>
  }
>()("stowage/services/identity/signin/SignIn") {
  static readonly layer = Layer.effect(
    SignIn,
    Effect.gen(function* () {
      const users = yield* Users
      const passkeys = yield* PasskeyRecords
      const sessions = yield* Sessions
      const audited = yield* Audited
      const transaction = yield* Transaction

      const proceed = Effect.fn("SignIn.proceed")(function* (record: UserRecord, method: string) {
        const policy = yield* users.passkeyPolicy
        const next = nextStep(policy, record.user.role, (yield* passkeys.ofUser(record.user.id)).length)
        return yield* transaction.run(
          Effect.gen(function* () {
            if (next !== "ready") return yield* sessions.openPending(record, next)
            yield* users.signedIn(record.user.id, yield* DateTime.now).pipe(
              audited.rows("session.login", uiUser(record.user), {
                by: byOneself(record.user),
                message: `Signed in ${method}`
              })
            )
            return yield* sessions.open(record, null)
          })
        )
      })

      return SignIn.of({ proceed })
    })
  )
}
