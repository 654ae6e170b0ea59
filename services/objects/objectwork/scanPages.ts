import { Clock, Effect, Option, Stream } from "effect"
import type { SweepPage } from "./sweep.ts"

const PROGRESS_INTERVAL_MS = 300

interface Looking<Thing, Event, E> {
  readonly inspect: (things: ReadonlyArray<Thing>) => Effect.Effect<void, E>
  readonly report: (ended: boolean) => Effect.Effect<Event, E>
}

export const scanPages = <Thing, Event, E1, E2>(
  read: (after: string | null) => Effect.Effect<SweepPage<Thing>, E1>,
  { inspect, report }: Looking<Thing, Event, E2>
): Stream.Stream<Event, E1 | E2> => {
  let lastProgressAt = 0
  return Stream.paginate<string | null, ReadonlyArray<Thing>, E1>(null, (after) =>
    Effect.map(
      read(after),
      ({ more, entries: things }) =>
        [
          [things.map(({ entry: thing }) => thing)],
          more ? Option.fromNullOr(things.at(-1)?.at ?? null) : Option.none<string>()
        ] as const
    )
  ).pipe(
    Stream.buffer({ capacity: 2 }),
    Stream.mapEffect(
      Effect.fnUntraced(function* (things) {
        yield* inspect(things)
        const now = yield* Clock.currentTimeMillis
        if (now - lastProgressAt < PROGRESS_INTERVAL_MS) return []
        lastProgressAt = now
        return [yield* report(false)]
      })
    ),
    Stream.flatMap(Stream.fromIterable),
    Stream.concat(Stream.fromEffect(Effect.suspend(() => report(true))))
  )
}
