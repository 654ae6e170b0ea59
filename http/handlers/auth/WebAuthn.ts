import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/Caller.ts"
import { Unauthenticated } from "#domain/Errors.ts"
import { type PasskeyCaller, Passkeys } from "#services/access/Passkeys.ts"
import { RecoveryCodes } from "#services/access/RecoveryCodes.ts"
import type { OpenSession } from "#services/access/Sessions.ts"
import { Tokens } from "#services/access/Tokens.ts"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerStep } from "./answerStep.ts"

const nobody = new Unauthenticated({ code: "unauthenticated", detail: "Sign in first" })

/** The middleware lets none but these two in. */
const passkeyCaller = Effect.flatMap(CurrentCaller, (caller) =>
  caller._tag === "Session" || caller._tag === "PreAuth" ? Effect.succeed(caller) : Effect.fail(nobody))

export const WebAuthnHandlers = HttpApiBuilder.group(Api, "webauthn", Effect.fn(function*(handlers) {
  const passkeys = yield* Passkeys
  const recovery = yield* RecoveryCodes
  const tokens = yield* Tokens

  /** Inside a session nothing new is issued: its cookies and its CSRF value stay. */
  const answer = (caller: PasskeyCaller, opened: OpenSession | null) =>
    opened === null
      ? Effect.succeed({ next: "ready" as const, csrf_token: tokens.csrf(caller.session_id) })
      : answerStep(opened)

  return handlers.handleAll({
    registrationOptions: () => Effect.flatMap(passkeyCaller, passkeys.registrationOptions),
    registrationVerify: Effect.fnUntraced(function*({ payload }) {
      const caller = yield* passkeyCaller
      const { opened, recoveryCodes } = yield* passkeys.register(caller, payload)
      const step = yield* answer(caller, opened)
      return { ...step, recovery_codes: recoveryCodes?.map(Redacted.value) ?? null }
    }),
    authenticationOptions: () => Effect.flatMap(passkeyCaller, passkeys.authenticationOptions),
    authenticationVerify: Effect.fnUntraced(function*({ payload }) {
      const caller = yield* passkeyCaller
      return yield* answer(caller, yield* passkeys.authenticate(caller, payload))
    }),
    recoveryCodesUse: Effect.fnUntraced(function*({ payload }) {
      const caller = yield* passkeyCaller
      if (caller._tag !== "PreAuth") return yield* nobody
      return yield* answerStep(yield* recovery.use(caller, payload.code))
    })
  })
}))
