import { Effect, Stream } from "effect"
import { problemOf } from "../problems.ts"
import { RequestId } from "../RequestId.ts"
import { numberedFrames } from "./numberedFrames.ts"
import { interruptOnRevocation } from "./streamRights.ts"

export const objectEventStream = Effect.fnUntraced(function* <
  Event extends object,
  E extends Parameters<typeof problemOf>[0]
>(contextId: string, events: Stream.Stream<Event, E>) {
  const allowed = yield* interruptOnRevocation("browser", contextId)
  const requestId = yield* RequestId
  return events.pipe(
    Stream.catch((error) => Stream.succeed({ event: "error" as const, data: problemOf(error, requestId).problem })),
    Stream.concat(Stream.succeed({ event: "done" as const, data: {} })),
    numberedFrames,
    allowed
  )
})
