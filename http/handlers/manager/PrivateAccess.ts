import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { PrivateAccesses } from "#services/iam/privateaccess/PrivateAccesses.ts"

export const PrivateAccessHandlers = HttpApiBuilder.group(
  Api,
  "privateAccess",
  Effect.fn(function* (handlers) {
    const accesses = yield* PrivateAccesses
    return handlers.handleAll({
      list: Effect.fn("privateAccess.list")(function* () {
        return { items: yield* accesses.list(yield* CurrentContext) }
      }),
      people: Effect.fn("privateAccess.people")(function* () {
        return { items: yield* accesses.people(yield* CurrentContext) }
      }),
      grant: Effect.fn("privateAccess.grant")(function* ({ payload }) {
        return yield* accesses.grant(yield* CurrentCaller, yield* CurrentContext, payload)
      }),
      get: Effect.fn("privateAccess.get")(function* ({ params }) {
        return yield* accesses.get(yield* CurrentContext, params.access_id)
      }),
      update: Effect.fn("privateAccess.update")(function* ({ params, payload }) {
        return yield* accesses.update(yield* CurrentCaller, yield* CurrentContext, params.access_id, payload)
      }),
      retry: Effect.fn("privateAccess.retry")(function* ({ params }) {
        return yield* accesses.retry(yield* CurrentCaller, yield* CurrentContext, params.access_id)
      }),
      check: Effect.fn("privateAccess.check")(function* ({ params }) {
        return yield* accesses.check(yield* CurrentContext, params.access_id)
      }),
      end: Effect.fn("privateAccess.end")(function* ({ params }) {
        return yield* accesses.end(yield* CurrentCaller, yield* CurrentContext, params.access_id)
      })
    })
  })
)
