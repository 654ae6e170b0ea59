import { Deferred, Effect } from "effect"

interface Flight {
  /** Those who asked before this one began. */
  readonly answer: Deferred.Deferred<unknown, unknown>
}

/**
 * Reads that many ask for at once are made once for all of them: at most one of a key runs, and at most one more waits for it to
 * end. Whoever asks while one runs gets the next, which begins after the question: what was written before is in it.
 * A reader who goes ends nothing for the others.
 */
export const sharedReads = Effect.gen(function*() {
  const scope = yield* Effect.scope
  const waiting = new Map<string, Flight>()
  const running = new Set<string>()

  return <A, E>(key: string, read: Effect.Effect<A, E>): Effect.Effect<A, E> => {
    const fly = Effect.gen(function*() {
      for (let flight = waiting.get(key); flight !== undefined; flight = waiting.get(key)) {
        waiting.delete(key)
        const exit = yield* Effect.exit(read)
        yield* Deferred.done(flight.answer, exit)
      }
      running.delete(key)
    })
    return Effect.gen(function*() {
      const flight = waiting.get(key) ?? { answer: yield* Deferred.make<unknown, unknown>() }
      waiting.set(key, flight)
      if (!running.has(key)) {
        running.add(key)
        yield* Effect.forkIn(fly, scope)
      }
      // what a key names is read in one way only
      return yield* Deferred.await(flight.answer) as Effect.Effect<A, E>
    })
  }
})
