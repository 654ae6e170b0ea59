import { Api } from "#api/Api.ts"
import { OwnSecurity } from "#services/identity/OwnSecurity.ts"
import { OwnedTokens } from "#services/identity/OwnedTokens.ts"
import { SessionInventory } from "#services/identity/sessions/SessionInventory.ts"
import { UserSecurityAdmin } from "#services/identity/UserSecurityAdmin.ts"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerStep } from "../auth/answerStep.ts"
import { sessionCaller } from "../sessionCaller.ts"

export const OwnSecurityHandlers = HttpApiBuilder.group(
  Api,
  "ownSecurity",
  Effect.fn(function* (handlers) {
    const security = yield* OwnSecurity
    const proofs = yield* UserSecurityAdmin
    const inventory = yield* SessionInventory
    const tokens = yield* OwnedTokens
    return handlers.handleAll({
      view: () => Effect.flatMap(sessionCaller, proofs.own),
      renamePasskey: ({ params, payload }) =>
        Effect.flatMap(sessionCaller, (caller) => security.renamePasskey(caller, params.passkey_id, payload.name)),
      removePasskey: Effect.fnUntraced(function* ({ params }) {
        const { opened, removed } = yield* security.removePasskey(yield* sessionCaller, params.passkey_id)
        return { ...removed, ...(yield* answerStep(opened)) }
      }),
      renewRecoveryCodes: Effect.fnUntraced(function* () {
        return { recovery_codes: (yield* security.renewRecoveryCodes(yield* sessionCaller)).map(Redacted.value) }
      }),
      changePassword: Effect.fnUntraced(function* ({ payload }) {
        return yield* answerStep(yield* security.changePassword(yield* sessionCaller, payload))
      }),
      sessions: () => Effect.flatMap(sessionCaller, inventory.own),
      revokeSession: ({ params }) =>
        Effect.flatMap(sessionCaller, (caller) => inventory.revokeOwn(caller, params.session_id)),
      tokens: ({ query }) =>
        Effect.flatMap(sessionCaller, (caller) => tokens.own(caller, query.include_ended === "true"))
    })
  })
)
