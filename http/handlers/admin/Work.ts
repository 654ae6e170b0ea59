import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/access/Caller.ts"
import type { Wish } from "#domain/work/runState.ts"
import { Work } from "#services/work/Work.ts"
import { whileAllowed } from "../whileAllowed.ts"

/** Whose work it is. */
const scope = "admin"

/** The id of an event that was seen: a version of the run. */
const seen = (id: string | undefined) => id !== undefined && /^\d{1,10}$/.test(id) ? Number(id) : null

export const WorkHandlers = HttpApiBuilder.group(Api, "adminWork", Effect.fn(function*(handlers) {
  const work = yield* Work
  const ask = (wish: Wish) => ({ params }: { readonly params: { readonly run_id: number } }) =>
    Effect.flatMap(CurrentCaller, (caller) => work.ask(caller, scope, params.run_id, wish))
  return handlers.handleAll({
    list: ({ query }) => work.page(scope, query),
    get: ({ params }) => work.find(scope, params.run_id),
    items: ({ params, query }) => work.items(scope, params.run_id, query),
    stream: Effect.fn("adminWork.stream")(function*({ params }) {
      const after = seen((yield* HttpServerRequest.HttpServerRequest).headers["last-event-id"])
      const events = yield* work.follow(scope, params.run_id, after)
      return events.pipe(yield* whileAllowed("admin"))
    }),
    pause: ask("pause"),
    resume: ask("resume"),
    stop: ask("stop"),
    undo: ask("undo")
  })
}))
