import { Clock, Duration, Effect, Latch, Ref, Semaphore } from "effect"
import { afterFailure, type GentlePace, gentler, lanesMost, measuredAnew, middle, paceFrom, shapeOf, startingPace } from "#domain/buckets/gentlePace.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"

/** Questions while nothing is removed, and between two looks at the pace. */
const [atFirst, inCourse] = [15, 10] as const
/** Between two questions while something is removed. */
const between = Duration.millis(100)
/** So often nothing is removed for a moment, to see how the gateway is without: others may have come or gone. In milliseconds. */
const breath = 30_000

/**
 * Removing at a pace that others at the gateway hardly feel: a cheap question tells how long they wait (`gentlePace`). `question`:
 * that question; what it answers is of no interest. It is asked from the first removal on.
 */
export const gentleRemoval = Effect.fnUntraced(function*<E extends GatewayFailure | NotFound>(question: Effect.Effect<unknown, E>) {
  const pace = yield* Ref.make<GentlePace>(startingPace)
  const turns = Semaphore.makeUnsafe(shapeOf(startingPace).lanes)
  /** One more than there are turns: what is next is at hand when a turn ends. */
  const atHand = Semaphore.makeUnsafe(shapeOf(startingPace).lanes + 1)
  const gate = Latch.makeUnsafe(true)
  const scope = yield* Effect.scope

  const timed = Effect.gen(function*() {
    const began = yield* Clock.currentTimeNanos
    yield* question
    return Number((yield* Clock.currentTimeNanos) - began) / 1e6
  })
  const idle = Effect.map(Effect.forEach(Array.from({ length: atFirst }), () => timed), middle)

  /** Nobody takes a turn until those under way have ended and it was asked a few times; a question that fails leaves all as it was. */
  const breathe = Effect.gen(function*() {
    yield* gate.close
    const now = yield* turns.withPermits(shapeOf(yield* Ref.get(pace)).lanes)(Effect.option(idle))
    if (now._tag === "Some") yield* Ref.update(pace, (before) => measuredAnew(before, now.value))
  }).pipe(Effect.ensuring(gate.open))

  const look = Effect.fnUntraced(function*(times: ReadonlyArray<number>) {
    yield* Ref.update(pace, (now) => gentler(now, middle(times)))
    const { lanes } = shapeOf(yield* Ref.get(pace))
    yield* turns.resize(lanes)
    yield* atHand.resize(lanes + 1)
  })

  /** What cannot be asked says as much as an answer that takes long. */
  const watch = Effect.gen(function*() {
    let times: Array<number> = []
    let measured = yield* Clock.currentTimeMillis
    while (true) {
      const time = yield* Effect.option(timed)
      if (time._tag === "None") yield* Ref.update(pace, afterFailure)
      else times.push(time.value)
      if (times.length >= inCourse) {
        yield* look(times)
        times = []
      }
      if ((yield* Clock.currentTimeMillis) - measured > breath) {
        yield* breathe
        measured = yield* Clock.currentTimeMillis
        times = []
      }
      yield* Effect.sleep(between)
    }
  })

  const begun = yield* Effect.cached(Effect.gen(function*() {
    yield* Ref.set(pace, paceFrom(yield* idle))
    yield* Effect.forkIn(watch, scope)
  }))

  /** Does one request when it is its turn. */
  const gently = <A, E2, R>(request: Effect.Effect<A, E2, R>): Effect.Effect<A, E2, R> =>
    Effect.andThen(gate.await, turns.withPermit(request)).pipe(Effect.tapError(() => Ref.update(pace, afterFailure)))

  /**
   * `step` takes how many keys its request, made `gently`, may name, and answers whether there may be more; done side by side as
   * the pace allows, until it says no.
   */
  const run = <E2, R>(step: (keys: number) => Effect.Effect<boolean, E2, R>) => {
    const lane = Effect.repeat(
      atHand.withPermit(Effect.flatMap(Ref.get(pace), (now) => step(shapeOf(now).batch))),
      { while: (more) => more }
    )
    return Effect.forEach(Array.from({ length: lanesMost + 1 }), () => lane, { concurrency: lanesMost + 1, discard: true })
  }

  return { begun, gently, run }
})
