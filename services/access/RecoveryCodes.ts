import type { Caller } from "#domain/Caller.ts"
import { type RateLimited, Unauthenticated } from "#domain/Errors.ts"
import { rateLimits } from "#domain/RateLimit.ts"
import { Audit } from "#services/audit/Audit.ts"
import { Transaction } from "#services/audit/Transaction.ts"
import { Context, DateTime, Effect, Layer, Redacted } from "effect"
import { authEntry } from "./auditEntry.ts"
import { PasskeyRecords } from "./PasskeyRecords.ts"
import { RateLimits } from "./RateLimits.ts"
import { Secrets } from "./Secrets.ts"
import { type OpenSession, Sessions } from "./Sessions.ts"
import { Users } from "./Users.ts"

const codesIssued = 10

/** Codes that stand in for a lost passkey: shown once, stored as digests, good for one sign-in each. */
export class RecoveryCodes extends Context.Service<RecoveryCodes, {
  /** Ten codes for a user who never had any, else null. Runs in the caller's transaction. */
  readonly issueFirst: (userId: number) => Effect.Effect<ReadonlyArray<Redacted.Redacted> | null>
  /** Completes a pending sign-in. The session it opens has no passkey verification. */
  readonly use: (
    pending: typeof Caller.cases.PreAuth.Type,
    code: Redacted.Redacted
  ) => Effect.Effect<OpenSession, Unauthenticated | RateLimited>
}>()("stowage/services/access/RecoveryCodes") {
  static readonly layer = Layer.effect(RecoveryCodes, Effect.gen(function*() {
    const records = yield* PasskeyRecords
    const secrets = yield* Secrets
    const sessions = yield* Sessions
    const users = yield* Users
    const limits = yield* RateLimits
    const audit = yield* Audit
    const transaction = yield* Transaction

    /** People type capitals, spaces and no dashes. */
    const digestOf = (userId: number, code: Redacted.Redacted) =>
      secrets.digest(`${userId}/${Redacted.value(code).toLowerCase().replaceAll(/[^0-9a-z]/g, "")}`)

    const issueFirst = Effect.fn("RecoveryCodes.issueFirst")(function*(userId: number) {
      if ((yield* records.recoveryCodes(userId)).all > 0) return null
      const codes = yield* Effect.replicateEffect(secrets.recoveryCode, codesIssued)
      yield* records.addRecoveryCodes(userId, codes.map((code) => digestOf(userId, code)), yield* DateTime.now)
      return codes
    })

    const use = Effect.fn("RecoveryCodes.use")(
      function*(pending: typeof Caller.cases.PreAuth.Type, code: Redacted.Redacted) {
        const limit = { key: `recovery/${pending.user.id}`, ...rateLimits.recoveryCode }
        yield* limits.take(limit)
        const opened = yield* transaction.run(Effect.gen(function*() {
          const now = yield* DateTime.now
          const right = yield* records.useRecoveryCode(pending.user.id, digestOf(pending.user.id, code), now)
          yield* audit.record(authEntry(pending.user, {
            action: right ? "recovery_code.use" : "recovery_code.refused",
            status: right ? "success" : "denied",
            message: right ? "Signed in with a recovery code" : "A wrong recovery code was entered"
          }))
          // a value, not a failure: the audit row of a wrong code stays
          if (!right) return null
          yield* users.signedIn(pending.user.id, now)
          return yield* sessions.complete(pending, null)
        }))
        if (opened === null) {
          return yield* new Unauthenticated({ code: "invalid_credentials", detail: "This recovery code is not valid" })
        }
        yield* limits.giveBack(limit)
        return opened
      }
    )

    return RecoveryCodes.of({ issueFirst, use })
  }))
}
