import { Clock, Duration, Effect, Exit, type Scope, Semaphore } from "effect"
import { callsAt, type Pace, paceNext, startingPace } from "#domain/platform/work/pace.ts"

/** Runs calls of one kind, or the items of one piece of work, at the pace that those behind it keep. */
export interface Pacer {
  /** `counts`: whether the time of what was answered can be compared with others', e.g. a full page. */
  readonly run: <A, E, R>(call: Effect.Effect<A, E, R>, counts: (answer: A) => boolean) => Effect.Effect<A, E, R>
}

export const makePacer = (): Pacer => {
  const turns = Semaphore.makeUnsafe(callsAt(startingPace))
  let pace: Pace = startingPace
  const learn = Effect.fnUntraced(function*(sample: Parameters<typeof paceNext>[1]) {
    const before = callsAt(pace)
    pace = paceNext(pace, sample)
    if (callsAt(pace) !== before) yield* turns.resize(callsAt(pace))
  })
  const run: Pacer["run"] = (call, counts) =>
    turns.withPermit(Effect.gen(function*() {
      const began = yield* Clock.currentTimeMillis
      const exit = yield* Effect.exit(call)
      const ended = yield* Clock.currentTimeMillis
      if (Exit.isFailure(exit)) yield* learn({ _tag: "Failed" })
      else if (counts(exit.value)) yield* learn({ _tag: "Answered", milliseconds: ended - began })
      return yield* exit
    }))
  return { run }
}

/** A gateway that is slow anyway is not waited for much longer. */
const longestRest = Duration.millis(250)

/**
 * Goes on at the pace of another, for what nobody waits for: one call at a time, and behind it a rest as long as it took, 250 ms at
 * most, which is left to others.
 */
export const gentlePacer = (pacer: Pacer): Pacer => {
  const turn = Semaphore.makeUnsafe(1)
  return {
    run: (call, counts) => turn.withPermit(Effect.gen(function*() {
      const [took, answer] = yield* Effect.timed(pacer.run(call, counts))
      yield* Effect.sleep(Duration.min(took, longestRest))
      return answer
    }))
  }
}

/**
 * Goes on gently until somebody waits, which `wanted` comes with: then still one call at a time, but without rests. Two took others at the
 * same gateway ten times as long as at rest.
 */
export const gentleUntil = (wanted: Effect.Effect<void>, gentle: Pacer, pacer: Pacer): Effect.Effect<Pacer, never, Scope.Scope> =>
  Effect.gen(function*() {
    const lane = Semaphore.makeUnsafe(1)
    let waitedFor = false
    yield* Effect.forkScoped(Effect.andThen(wanted, Effect.sync(() => { waitedFor = true })), { startImmediately: true })
    return { run: (call, counts) => lane.withPermit(Effect.suspend(() => (waitedFor ? pacer : gentle).run(call, counts))) }
  })
