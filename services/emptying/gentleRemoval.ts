import { Clock, Duration, Effect, Fiber, Ref } from "effect"
import type { S3Target } from "#domain/endpoints/Targets.ts"
import { afterFailure, type GentlePace, gentler, measuredAnew, paceFrom, shapeOf, slowOnes, startingPace } from "#domain/emptying/gentlePace.ts"
import type { GatewayFailure, NotFound } from "#domain/errors/Errors.ts"
import type { BucketContents, ListedVersion } from "./BucketContents.ts"

/** Questions while nothing is removed, and between two looks at the pace. */
const [atFirst, inCourse] = [15, 12] as const
/** Between two questions while something is removed. */
const between = Duration.millis(25)
/** So often nothing is removed for a moment, to see how the gateway is without: others may have come or gone. In milliseconds. */
const breath = 30_000

const cut = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/**
 * Removing at a pace that others at the gateway hardly feel: a cheap question tells how long they wait (`gentlePace`). `question`:
 * that question; what it answers is of no interest.
 */
export const gentleRemoval = Effect.fnUntraced(function*(
  contents: BucketContents["Service"], target: S3Target, bucket: string, question: Effect.Effect<unknown, GatewayFailure | NotFound>
) {
  const pace = yield* Ref.make<GentlePace>(startingPace)
  const timed = Effect.gen(function*() {
    const began = yield* Clock.currentTimeNanos
    yield* question
    return Number((yield* Clock.currentTimeNanos) - began) / 1e6
  })
  const idle = Effect.map(Effect.forEach(Array.from({ length: atFirst }), () => timed), slowOnes)
  yield* Ref.set(pace, paceFrom(yield* idle))
  let measured = yield* Clock.currentTimeMillis
  /** Answers that came while nothing was removed say nothing of what removing does. */
  let removing = true

  /** For as long as something is removed; what cannot be asked says as much as an answer that takes long. */
  const watch = Effect.gen(function*() {
    let times: Array<number> = []
    while (true) {
      const time = yield* Effect.option(timed)
      if (time._tag === "None") yield* Ref.update(pace, afterFailure)
      else if (removing) times.push(time.value)
      if (times.length >= inCourse) {
        const slow = slowOnes(times)
        times = []
        yield* Ref.update(pace, (now) => gentler(now, slow))
      }
      yield* Effect.sleep(between)
    }
  })

  /** Answers those that stay. */
  const remove = Effect.fnUntraced(function*(versions: ReadonlyArray<ListedVersion>) {
    if ((yield* Clock.currentTimeMillis) - measured > breath) {
      removing = false
      const now = yield* idle
      yield* Ref.update(pace, (before) => measuredAnew(before, now))
      measured = yield* Clock.currentTimeMillis
      removing = true
    }
    const { batch, lanes } = shapeOf(yield* Ref.get(pace))
    const outcomes = yield* Effect.forEach(cut(versions, batch), (some) => contents.removeVersions(target, bucket, some), { concurrency: lanes }).pipe(
      Effect.tapError(() => Ref.update(pace, afterFailure)))
    return outcomes.flat()
  })

  /** Asks for as long as `work` runs. */
  const watched = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.acquireUseRelease(Effect.forkChild(watch), () => work, (fiber) => Fiber.interrupt(fiber))

  /** How many to remove next. */
  const width = Effect.map(Ref.get(pace), (now) => {
    const { batch, lanes } = shapeOf(now)
    return batch * lanes
  })

  return { remove, watched, width }
})
