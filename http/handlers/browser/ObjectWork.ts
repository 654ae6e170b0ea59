import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { browserContext } from "../../browserContext.ts"
import { objectEventStream } from "../objectEventStream.ts"
import { ObjectPlans } from "#services/objects/objectwork/ObjectPlans.ts"
import { ObjectWork } from "#services/objects/objectwork/ObjectWork.ts"

export const BrowserObjectWorkHandlers = HttpApiBuilder.group(
  Api,
  "browserObjectWork",
  Effect.fn(function* (handlers) {
    const work = yield* ObjectWork
    const resolve = yield* browserContext
    const plans = yield* ObjectPlans
    const contextPair = Effect.fnUntraced(function* (own: string, other = own) {
      const [caller, context] = [yield* CurrentCaller, yield* CurrentContext]
      return {
        caller,
        context,
        there: other === own ? context : yield* resolve(caller, other, "browserObjectWork/copy")
      }
    })
    return handlers.handleAll({
      copy: Effect.fn("browserObjectWork.copy")(function* ({ params, payload, query }) {
        const { caller, context, there } = yield* contextPair(query.context_id, payload.target.context_id)
        return yield* work.copy(caller, context, params.bucket_name, there, payload)
      }),
      planCopy: Effect.fn("browserObjectWork.planCopy")(function* ({ params, payload, query }) {
        const { context, there } = yield* contextPair(query.context_id, payload.target.context_id)
        return yield* objectEventStream(
          query.context_id,
          yield* plans.copy(context, params.bucket_name, there, payload)
        )
      }),
      planRemoval: Effect.fn("browserObjectWork.planRemoval")(function* ({ params, payload, query }) {
        return yield* objectEventStream(
          query.context_id,
          yield* plans.removal(yield* CurrentContext, params.bucket_name, payload)
        )
      }),
      rename: Effect.fn("browserObjectWork.rename")(function* ({ params, payload }) {
        return yield* work.rename(yield* CurrentCaller, yield* CurrentContext, params.bucket_name, payload)
      }),
      remove: Effect.fn("browserObjectWork.remove")(function* ({ params, payload }) {
        return yield* work.remove(yield* CurrentCaller, yield* CurrentContext, params.bucket_name, payload)
      })
    })
  })
)
