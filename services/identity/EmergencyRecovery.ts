import type { NextStep } from "#domain/identity/signin/Authentication.ts"
import type { CallerUser } from "#domain/platform/access/Caller.ts"
import { Conflict, InvalidInput } from "#domain/platform/errors/Errors.ts"
import { nextStep } from "#domain/identity/signin/SignInPolicy.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byOperator, uiUser } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { UserRecords } from "#services/identity/users/UserRecords.ts"
import { Context, DateTime, Effect, Layer } from "effect"
import { PasskeyRecords } from "#services/identity/passkeys/PasskeyRecords.ts"
import { RecoveryRecords, type SuperadminState } from "./RecoveryRecords.ts"
import { SessionRecords } from "#services/identity/sessions/SessionRecords.ts"
import { Users } from "#services/identity/users/Users.ts"

export interface RecoveryPlan extends SuperadminState {
  readonly next: NextStep
}

export const recoveryPhrase = ({ email }: Pick<CallerUser, "email">) => `recover ${email}`

export class EmergencyRecovery extends Context.Service<
  EmergencyRecovery,
  {
    /** Fails unless exactly one superadmin is active: with two, one helps the other. */
    readonly plan: Effect.Effect<RecoveryPlan, Conflict>
    readonly recover: (phrase: string) => Effect.Effect<RecoveryPlan, Conflict | InvalidInput>
  }
>()("stowage/services/identity/EmergencyRecovery") {
  static readonly layer = Layer.effect(
    EmergencyRecovery,
    Effect.gen(function* () {
      const records = yield* RecoveryRecords
      const users = yield* Users
      const accounts = yield* UserRecords
      const passkeys = yield* PasskeyRecords
      const sessions = yield* SessionRecords
      const audited = yield* Audited
      const transaction = yield* Transaction

      const plan = Effect.gen(function* () {
        const [sole, another] = yield* records.activeSuperadmins
        if (sole === undefined) return yield* noSuperadmin
        if (another !== undefined) return yield* severalSuperadmins
        return { ...sole, next: nextStep(yield* users.passkeyPolicy, sole.user.role, 0) }
      }).pipe(Effect.withSpan("EmergencyRecovery.plan"))

      const recover = Effect.fn("EmergencyRecovery.recover")((phrase: string) =>
        transaction.run(
          Effect.gen(function* () {
            // locks them: a passkey being enrolled is either visible now or will be refused
            yield* accounts.activeSuperadmins
            const recoveryPlan = yield* plan
            const { challenges, recoveryCodes, tokens, user } = recoveryPlan
            if (phrase !== recoveryPhrase(user)) return yield* wrongPhrase
            const now = yield* DateTime.now
            return yield* Effect.gen(function* () {
              const removed = yield* passkeys.removeAll(user.id)
              const ended = yield* sessions.revokeAll(user.id, "emergency_recovery", now)
              yield* records.invalidate(user.id, now)
              return { ...recoveryPlan, passkeys: removed, sessions: ended.length }
            }).pipe(
              audited.rows("superadmin.recover", uiUser(user), {
                by: byOperator("auth"),
                message:
                  "The only superadmin was recovered: passkeys, recovery codes, sessions and tokens were taken away",
                metadata: ({ passkeys: removed, sessions: ended }) => ({
                  passkeys: removed,
                  recovery_codes: recoveryCodes,
                  challenges,
                  sessions: ended,
                  tokens
                })
              })
            )
          })
        )
      )

      return EmergencyRecovery.of({ plan, recover })
    })
  )
}

const noSuperadmin = new Conflict({
  code: "state_conflict",
  detail:
    "There is no active superadmin: recovery is for the only one. On an empty database create the first administrator"
})

const severalSuperadmins = new Conflict({
  code: "state_conflict",
  detail: "There is more than one active superadmin: another one can reset passkeys and sessions in the console"
})

const wrongPhrase = InvalidInput.at("phrase", "not the one that was asked for: nothing was changed")
