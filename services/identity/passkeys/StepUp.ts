import type { Caller } from "#domain/platform/access/Caller.ts"
import { stepUpRequired } from "#domain/identity/CurrentStepUp.ts"
import type { Forbidden } from "#domain/platform/errors/Errors.ts"
import { isProven, type StepUpAction } from "#domain/identity/StepUp.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Context, DateTime, Effect, Layer } from "effect"
import { PasskeyRecords } from "./PasskeyRecords.ts"
import { Users } from "#services/identity/users/Users.ts"

export class StepUp extends Context.Service<
  StepUp,
  {
    readonly demand: (session: typeof Caller.cases.Session.Type, action: StepUpAction) => Effect.Effect<void, Forbidden>
  }
>()("stowage/services/identity/passkeys/StepUp") {
  static readonly layer = Layer.effect(
    StepUp,
    Effect.gen(function* () {
      const users = yield* Users
      const passkeys = yield* PasskeyRecords
      const { mfaRecentMinutes } = yield* Settings

      const demand = Effect.fn("StepUp.demand")(function* (
        { authenticated_at, mfa_verified_at, user }: typeof Caller.cases.Session.Type,
        action: StepUpAction
      ) {
        const facts = {
          role: user.role,
          passkeys: (yield* passkeys.ofUser(user.id)).length,
          verifiedAt: mfa_verified_at,
          authenticatedAt: authenticated_at
        }
        const proven = isProven(action, yield* users.passkeyPolicy, facts, mfaRecentMinutes, yield* DateTime.now)
        if (!proven) return yield* stepUpRequired
      })

      return StepUp.of({ demand })
    })
  )
}
