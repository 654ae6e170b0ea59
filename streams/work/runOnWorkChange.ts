import { Effect, Stream } from "effect"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { readOnChange } from "#services/platform/live/readOnChange.ts"

/** Runs `deliver` again while it returns more than 0. Failures are logged as `failure`. */
export const runOnWorkChange = (failure: string, deliver: Effect.Effect<number>) =>
  Effect.gen(function* () {
    const live = yield* LiveEvents
    const deliverAll = Effect.repeat(deliver, { while: (count) => count > 0 }).pipe(
      Effect.catchCause((cause) => Effect.logWarning(failure, cause))
    )
    yield* Effect.forkScoped(
      Stream.runDrain(readOnChange(live, (event) => event._tag === "WorkChanged", Effect.asVoid(deliverAll)))
    )
  })
