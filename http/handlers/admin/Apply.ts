import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { documentSchema } from "#domain/fleet/apply/documentSchema.ts"
import { Apply } from "#services/fleet/apply/Apply.ts"

export const ApplyHandlers = HttpApiBuilder.group(
  Api,
  "adminApply",
  Effect.fn(function* (handlers) {
    const { exported, request } = yield* Apply
    return handlers.handleAll({
      apply: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => request(caller, payload)),
      export: ({ query }) => exported(query.on_gateway === "true"),
      schema: () => Effect.sync(documentSchema)
    })
  })
)
