import { Cause, Clock, Duration, Effect, Layer, Queue, Schedule, Stream } from "effect"
import { DriftRecords } from "#services/fleet/drift/DriftRecords.ts"
import { type DriftNews, DriftWatch } from "#services/fleet/drift/DriftWatch.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"

/** For announcements that got lost. */
const net = Duration.seconds(60)
/** A check writes many findings: they are told together. */
const together = Duration.millis(500)
/** Before a reading that failed is tried again. */
const pause = Duration.seconds(1)

/** The summary, read once a process and change for all who watch; not at all while nobody does. A reader is an entry in a set, and runs nothing. */
export const DriftWatchShared = Layer.effect(DriftWatch, Effect.gen(function*() {
  const records = yield* DriftRecords
  const live = yield* LiveEvents
  const readers = new Set<(news: DriftNews) => void>()
  const due = yield* Queue.sliding<"due">(1)
  /** What the readers were told, as text, and its frame; null: it may be something else by now, and nobody watched. */
  let told: { readonly text: string; readonly news: DriftNews } | null = null
  let last = 0

  /** It may be something else. */
  const stale = () => {
    if (readers.size === 0) told = null
    else Queue.offerUnsafe(due, "due")
  }

  const tell = Effect.gen(function*() {
    const data = yield* records.summary
    last = Math.max(last + 1, yield* Clock.currentTimeMillis)
    const text = JSON.stringify(data)
    if (told?.text === text) return
    told = { text, news: [{ id: String(last), event: "drift", data }] }
    for (const deliver of readers) deliver(told.news)
  }).pipe(Effect.catchCause((cause) => Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause)
    : Effect.logWarning("What differs from gateways could not be read", cause).pipe(Effect.andThen(Effect.sleep(pause)), Effect.andThen(Effect.sync(stale)))))

  yield* Effect.forkScoped(Effect.forever(Queue.take(due).pipe(Effect.andThen(tell), Effect.andThen(Effect.sleep(together)))))
  yield* Effect.forkScoped(Stream.runForEach(live.changes, ({ _tag }) => Effect.sync(() => { if (_tag === "DriftChanged" || _tag === "Resync") stale() })))
  yield* Effect.forkScoped(Effect.schedule(Effect.sync(stale), Schedule.spaced(net)))

  return DriftWatch.of({
    follow: (deliver) => {
      readers.add(deliver)
      if (told !== null) deliver(told.news)
      else stale()
      return () => { readers.delete(deliver) }
    }
  })
}))
