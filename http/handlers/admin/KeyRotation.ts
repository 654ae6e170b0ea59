import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { KeyRotation } from "#services/fleet/rotation/KeyRotation.ts"

export const KeyRotationHandlers = HttpApiBuilder.group(
  Api,
  "adminKeyRotation",
  Effect.fn(function* (handlers) {
    const rotation = yield* KeyRotation
    return handlers.handleAll({
      plan: ({ payload }) => rotation.plan(payload),
      start: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => rotation.start(caller, payload)),
      removeOldKeys: ({ params }) =>
        Effect.flatMap(CurrentCaller, (caller) => rotation.removeOldKeys(caller, params.run_id))
    })
  })
)
