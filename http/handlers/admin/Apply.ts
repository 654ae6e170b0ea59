import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/access/Caller.ts"
import { documentSchema } from "#domain/apply/documentSchema.ts"
import { Apply } from "#services/apply/Apply.ts"

export const ApplyHandlers = HttpApiBuilder.group(Api, "adminApply", Effect.fn(function*(handlers) {
  const { exported, request } = yield* Apply
  return handlers.handleAll({
    apply: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => request(caller, payload)),
    export: ({ query }) => exported(query.on_gateway === "true"),
    schema: () => Effect.sync(documentSchema)
  })
}))
