import { Clock, Effect, Exit, Fiber } from "effect"
import { swept, type SweepState, type Tally } from "#domain/objects/objectwork/Sweep.ts"

/** A page of things; `at`: the place directly behind one, from which `read` goes on. `more`: there are others behind the last. */
export interface SweepPage<Thing> {
  readonly things: ReadonlyArray<{ readonly at: string; readonly thing: Thing }>
  readonly more: boolean
}

interface Around<Thing, E1, E2> {
  readonly read: (after: string | null) => Effect.Effect<SweepPage<Thing>, E1>
  /**
   * Does a batch, in whatever order; `tell`: so many more of it are done; `batch`: where it ends, and what is through by now. Done again after a death, it must
   * do nothing twice.
   */
  readonly each: (things: ReadonlyArray<Thing>, tell: (tally: Pick<Tally, "done" | "bytes">) => void, batch: { readonly end: string; readonly through: () => SweepState }) => Effect.Effect<Tally, E2>
  /** Things of one batch at most, and bytes: fewer are lost by a death, and a pause is heard sooner. */
  readonly batch: number
  /** So many batches are under way at a time, so that one is begun or brought to its end while another is done; 1 unless said. */
  readonly overlap?: number
  readonly batchBytes?: number
  readonly bytesOf?: (thing: Thing) => number
  /** Writes down how far it is. `soFar` counts within the batch as well, and is for people alone. */
  readonly note: (state: SweepState, soFar: { readonly done: number; readonly bytes: number }) => Effect.Effect<void>
  readonly restWanted: Effect.Effect<boolean>
}

/** How often it is told how far it is, in milliseconds. */
const noted = 1_000

/** A batch under way. */
interface Going<E> {
  readonly fiber: Fiber.Fiber<Tally, E>
  readonly at: string
  readonly within: { done: number; bytes: number }
}

/**
 * Goes through any number of things, batch after batch, with one page in memory and the next on its way. After each batch it is
 * written down where it is through, so that a successor begins there. Answers how far it came, and whether that is the end.
 */
export const sweep = Effect.fnUntraced(function*<Thing, E1, E2>(begin: SweepState, { batch, batchBytes = Infinity, bytesOf = () => 0, each, note, overlap = 1, read, restWanted }: Around<Thing, E1, E2>) {
  const scope = yield* Effect.scope
  let state = begin
  const open: Array<Going<E2>> = []
  let last = yield* Clock.currentTimeMillis

  const noteIt = Effect.suspend(() => {
    const within = (what: "done" | "bytes") => open.reduce((sum, going) => sum + going.within[what], 0)
    return note(state, { done: state.done + state.skipped + state.failed + within("done"), bytes: state.bytes + within("bytes") })
  })
  const noteSometimes = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    if (now - last < noted) return
    last = now
    yield* noteIt
  })
  const telling = Effect.forever(Effect.andThen(Effect.sleep(noted), noteSometimes))

  const batchFrom = (things: SweepPage<Thing>["things"], begin: number): number => {
    let bytes = 0
    let end = begin
    while (end < things.length && end - begin < batch && (end === begin || bytes < batchBytes)) {
      const one = things[end]
      if (one !== undefined) bytes += bytesOf(one.thing)
      end += 1
    }
    return end
  }

  const ahead = (after: string | null): Effect.Effect<Fiber.Fiber<SweepPage<Thing>, E1>> => Effect.forkIn(read(after), scope)

  /** Waits for the first of those under way, until there are so few: they are through in their order. */
  const settleTo = Effect.fnUntraced(function*(most: number) {
    while (open.length > most) {
      const [first] = open
      if (first === undefined) return
      const tally = yield* Effect.raceFirst(Fiber.join(first.fiber), telling as Effect.Effect<never>)
      open.shift()
      state = swept(state, tally, first.at)
      yield* noteSometimes
    }
  })

  const going = Effect.gen(function*() {
    let reading: Fiber.Fiber<SweepPage<Thing>, E1> | null = yield* ahead(state.after)
    while (reading !== null) {
      const { more, things }: SweepPage<Thing> = yield* Fiber.join(reading)
      const end: string | undefined = things.at(-1)?.at
      reading = more && end !== undefined ? yield* ahead(end) : null
      for (let from = 0; from < things.length;) {
        if (yield* restWanted) {
          yield* settleTo(0)
          yield* noteIt
          return { state, end: "rested" as const }
        }
        const upTo = batchFrom(things, from)
        const at = things[upTo - 1]?.at ?? ""
        const within = { done: 0, bytes: 0 }
        const work = each(things.slice(from, upTo).map(({ thing }) => thing), ({ bytes, done }) => {
          within.done += done
          within.bytes += bytes
        }, { end: at, through: () => state })
        open.push({ fiber: yield* Effect.forkIn(work, scope), at, within })
        from = upTo
        yield* settleTo(overlap - 1)
      }
    }
    yield* settleTo(0)
    yield* noteIt
    return { state, end: "through" as const }
  })
  return yield* Effect.onExit(going, (exit) => Exit.isFailure(exit) && !Exit.hasInterrupts(exit) ? noteIt : Effect.void)
}, Effect.scoped)
