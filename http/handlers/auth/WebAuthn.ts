import { Api } from "#api/Api.ts"
import { Passkeys } from "#services/identity/passkeys/Passkeys.ts"
import { RecoveryCodes } from "#services/identity/passkeys/RecoveryCodes.ts"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { enrollingCaller, pendingCaller, sessionCaller } from "../sessionCaller.ts"
import { answerStep } from "./answerStep.ts"

export const WebAuthnHandlers = HttpApiBuilder.group(
  Api,
  "webauthn",
  Effect.fn(function* (handlers) {
    const passkeys = yield* Passkeys
    const recovery = yield* RecoveryCodes

    return handlers.handleAll({
      registrationOptions: () => Effect.flatMap(enrollingCaller, passkeys.registrationOptions),
      registrationVerify: Effect.fnUntraced(function* ({ payload }) {
        const { opened, recoveryCodes } = yield* passkeys.register(yield* enrollingCaller, payload)
        return { ...(yield* answerStep(opened)), recovery_codes: recoveryCodes?.map(Redacted.value) ?? null }
      }),
      authenticationOptions: () => Effect.flatMap(pendingCaller, passkeys.authenticationOptions),
      authenticationVerify: Effect.fnUntraced(function* ({ payload }) {
        return yield* answerStep(yield* passkeys.authenticate(yield* pendingCaller, payload))
      }),
      recoveryCodesUse: Effect.fnUntraced(function* ({ payload }) {
        return yield* answerStep(yield* recovery.use(yield* pendingCaller, payload.code))
      }),
      stepUpOptions: () => Effect.flatMap(sessionCaller, passkeys.authenticationOptions),
      stepUpVerify: ({ payload }) => Effect.flatMap(sessionCaller, (caller) => passkeys.stepUp(caller, payload))
    })
  })
)
