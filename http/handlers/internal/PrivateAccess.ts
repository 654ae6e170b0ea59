import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { PrivateAccessRuns } from "#services/iam/privateaccess/PrivateAccessRuns.ts"

export const InternalPrivateAccessHandlers = HttpApiBuilder.group(
  Api,
  "internalPrivateAccess",
  Effect.fn(function* (handlers) {
    const runs = yield* PrivateAccessRuns
    return handlers.handleAll({ run: () => runs.run })
  })
)
