import { Clock, Effect, Exit, Fiber } from "effect"
import { advanceSweep, type SweepState, type Tally } from "#domain/objects/objectwork/Sweep.ts"

/** `at`: position after a thing, from which `read` continues. */
export interface SweepPage<Thing> {
  readonly entries: ReadonlyArray<{ readonly at: string; readonly entry: Thing }>
  readonly more: boolean
}

interface Around<Thing, E1, E2> {
  readonly read: (after: string | null) => Effect.Effect<SweepPage<Thing>, E1>
  /** Idempotent, in any order; `report` receives progress; `batch` has its end and current state. */
  readonly each: (
    things: ReadonlyArray<Thing>,
    report: (tally: Pick<Tally, "done" | "bytes">) => void,
    batch: { readonly end: string; readonly through: () => SweepState }
  ) => Effect.Effect<Tally, E2>
  /** Limits repeated work after a crash and the delay of a pause. */
  readonly batch: number
  readonly overlap?: number
  readonly batchBytes?: number
  readonly bytesOf?: (thing: Thing) => number
  /** `soFar` includes the current batch and is informative. */
  readonly note: (state: SweepState, soFar: { readonly done: number; readonly bytes: number }) => Effect.Effect<void>
  readonly isPauseRequested: Effect.Effect<boolean>
}

const NOTE_INTERVAL_MS = 1_000

interface Going<E> {
  readonly fiber: Fiber.Fiber<Tally, E>
  readonly at: string
  readonly within: { done: number; bytes: number }
}

/** One page in memory, the next prefetched. A successor resumes after the last batch. Returns whether it is the end. */
export const sweep = Effect.fnUntraced(function* <Thing, E1, E2>(
  begin: SweepState,
  {
    batch,
    batchBytes = Infinity,
    bytesOf = () => 0,
    each,
    note,
    overlap = 1,
    read,
    isPauseRequested
  }: Around<Thing, E1, E2>
) {
  const scope = yield* Effect.scope
  let state = begin
  const open: Array<Going<E2>> = []
  let last = yield* Clock.currentTimeMillis

  const noteIt = Effect.suspend(() => {
    const within = (what: "done" | "bytes") => open.reduce((sum, going) => sum + going.within[what], 0)
    return note(state, {
      done: state.done + state.skipped + state.failed + within("done"),
      bytes: state.bytes + within("bytes")
    })
  })
  const noteIfDue = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (now - last < NOTE_INTERVAL_MS) return
    last = now
    yield* noteIt
  })
  const telling = Effect.forever(Effect.andThen(Effect.sleep(NOTE_INTERVAL_MS), noteIfDue))

  const batchFrom = (things: SweepPage<Thing>["entries"], begin: number): number => {
    let bytes = 0
    let end = begin
    while (end < things.length && end - begin < batch && (end === begin || bytes < batchBytes)) {
      const one = things[end]
      if (one !== undefined) bytes += bytesOf(one.entry)
      end += 1
    }
    return end
  }

  const ahead = (after: string | null): Effect.Effect<Fiber.Fiber<SweepPage<Thing>, E1>> =>
    Effect.forkIn(read(after), scope)

  const awaitBatches = Effect.fnUntraced(function* (maxRunning: number) {
    while (open.length > maxRunning) {
      const [first] = open
      if (first === undefined) return
      const tally = yield* Effect.raceFirst(Fiber.join(first.fiber), telling as Effect.Effect<never>)
      open.shift()
      state = advanceSweep(state, tally, first.at)
      yield* noteIfDue
    }
  })

  const going = Effect.gen(function* () {
    let reading: Fiber.Fiber<SweepPage<Thing>, E1> | null = yield* ahead(state.after)
    while (reading !== null) {
      const { more, entries: things }: SweepPage<Thing> = yield* Fiber.join(reading)
      const end: string | undefined = things.at(-1)?.at
      reading = more && end !== undefined ? yield* ahead(end) : null
      for (let from = 0; from < things.length; ) {
        if (yield* isPauseRequested) {
          yield* awaitBatches(0)
          yield* noteIt
          return { state, end: "rested" as const }
        }
        const batchEnd = batchFrom(things, from)
        const at = things[batchEnd - 1]?.at ?? ""
        const within = { done: 0, bytes: 0 }
        const work = each(
          things.slice(from, batchEnd).map(({ entry: thing }) => thing),
          ({ bytes, done }) => {
            within.done += done
            within.bytes += bytes
          },
          { end: at, through: () => state }
        )
        open.push({ fiber: yield* Effect.forkIn(work, scope), at, within })
        from = batchEnd
        yield* awaitBatches(overlap - 1)
      }
    }
    yield* awaitBatches(0)
    yield* noteIt
    return { state, end: "through" as const }
  })
  return yield* Effect.onExit(going, (exit) =>
    Exit.isFailure(exit) && !Exit.hasInterrupts(exit) ? noteIt : Effect.void
  )
}, Effect.scoped)
