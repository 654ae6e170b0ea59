import type { Caller, CallerUser } from "#domain/platform/access/Caller.ts"
import { type RateLimited, Unauthenticated } from "#domain/platform/errors/Errors.ts"
import { rateLimits } from "#domain/platform/RateLimit.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byOneself, uiUser } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Context, DateTime, Effect, Layer, Redacted } from "effect"
import { RecoveryCodeRecords } from "./RecoveryCodeRecords.ts"
import { RateLimits } from "#services/platform/limits/RateLimits.ts"
import { signInFailed } from "#services/platform/limits/signInFailed.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { type OpenSession, Sessions } from "#services/identity/sessions/Sessions.ts"
import { Users } from "#services/identity/users/Users.ts"

const CODE_COUNT = 10

export type Codes = ReadonlyArray<Redacted.Redacted>

export class RecoveryCodes extends Context.Service<
  RecoveryCodes,
  {
    readonly issueFirst: (userId: number) => Effect.Effect<Codes | null>
    readonly renew: (user: CallerUser) => Effect.Effect<Codes>
    /** Completes a pending sign-in. Its session has no passkey verification. */
    readonly use: (
      pending: typeof Caller.cases.PreAuth.Type,
      code: Redacted.Redacted
    ) => Effect.Effect<OpenSession, Unauthenticated | RateLimited>
  }
>()("stowage/services/identity/passkeys/RecoveryCodes") {
  static readonly layer = Layer.effect(
    RecoveryCodes,
    Effect.gen(function* () {
      const records = yield* RecoveryCodeRecords
      const secrets = yield* Secrets
      const sessions = yield* Sessions
      const users = yield* Users
      const limits = yield* RateLimits
      const audited = yield* Audited
      const transaction = yield* Transaction

      /** Users type capitals and spaces, and omit dashes. */
      const digestOf = (userId: number, code: Redacted.Redacted) =>
        secrets.digest(
          `${userId}/${Redacted.value(code)
            .toLowerCase()
            .replaceAll(/[^0-9a-z]/g, "")}`
        )

      const issue = Effect.fnUntraced(function* (userId: number) {
        const codes = yield* Effect.replicateEffect(secrets.recoveryCode, CODE_COUNT)
        yield* records.replace(
          userId,
          codes.map((code) => digestOf(userId, code)),
          yield* DateTime.now
        )
        return codes
      })

      const issueFirst = Effect.fn("RecoveryCodes.issueFirst")(function* (userId: number) {
        return (yield* records.count(userId)).all > 0 ? null : yield* issue(userId)
      })

      const renew = Effect.fn("RecoveryCodes.renew")((user: CallerUser) =>
        issue(user.id).pipe(
          audited.rows("recovery_code.renew", uiUser(user), {
            by: byOneself(user),
            message: "New recovery codes were issued; the old ones are void"
          })
        )
      )

      const spend = Effect.fnUntraced(function* (user: CallerUser, code: Redacted.Redacted) {
        const now = yield* DateTime.now
        const isCorrect = yield* records.use(user.id, digestOf(user.id, code), now).pipe(
          Effect.tap((used) =>
            used
              ? Effect.void
              : audited.noted("recovery_code.refused", uiUser(user), {
                  by: byOneself(user),
                  message: "A wrong recovery code was entered"
                })
          ),
          audited.rows("recovery_code.use", (used) => (used ? uiUser(user) : null), {
            by: byOneself(user),
            message: "Signed in with a recovery code"
          })
        )
        return isCorrect
      })

      const use = Effect.fn("RecoveryCodes.use")(function* (
        pending: typeof Caller.cases.PreAuth.Type,
        code: Redacted.Redacted
      ) {
        const limit = { key: `recovery/${pending.user.id}`, ...rateLimits.recoveryCode }
        yield* limits.take(limit)
        const opened = yield* transaction.run(
          Effect.gen(function* () {
            // a value, not a failure, so that the audit entry commits
            if (!(yield* spend(pending.user, code))) return null
            const { opened } = yield* sessions.complete(pending, null, Effect.void)
            yield* users.signedIn(pending.user.id, yield* DateTime.now)
            return opened
          })
        )
        if (opened === null) {
          yield* signInFailed("recovery_code", "credentials")
          return yield* new Unauthenticated({ code: "invalid_credentials", detail: "This recovery code is not valid" })
        }
        yield* limits.giveBack(limit)
        return opened
      })

      return RecoveryCodes.of({ issueFirst, renew, use })
    })
  )
}
