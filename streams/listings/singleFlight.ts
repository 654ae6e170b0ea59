import { Deferred, Effect } from "effect"

interface Flight {
  readonly answer: Deferred.Deferred<unknown, unknown>
}

/** A request during a run joins the next one, which sees earlier writes. A leaving caller cancels nothing. */
export const singleFlight = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const waiting = new Map<string, Flight>()
  const running = new Set<string>()

  return <A, E>(key: string, read: Effect.Effect<A, E>): Effect.Effect<A, E> => {
    const runFlights = Effect.gen(function* () {
      for (let flight = waiting.get(key); flight !== undefined; flight = waiting.get(key)) {
        waiting.delete(key)
        const exit = yield* Effect.exit(read)
        yield* Deferred.done(flight.answer, exit)
      }
      running.delete(key)
    })
    return Effect.gen(function* () {
      const flight = waiting.get(key) ?? { answer: yield* Deferred.make<unknown, unknown>() }
      waiting.set(key, flight)
      if (!running.has(key)) {
        running.add(key)
        yield* Effect.forkIn(runFlights, scope)
      }
      return yield* Deferred.await(flight.answer) as Effect.Effect<A, E>
    })
  }
})
