import { Cause, Clock, Duration, Effect, Layer, Queue, Schedule, Stream } from "effect"
import { DriftRecords } from "#services/fleet/drift/DriftRecords.ts"
import { type DriftUpdate, DriftUpdates } from "#services/fleet/drift/DriftUpdates.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"

/** Catches lost notifications. */
const CHECK_INTERVAL = Duration.seconds(60)
/** A check writes many findings: they are sent in one message. */
const BATCH_INTERVAL = Duration.millis(500)
const RETRY_DELAY = Duration.seconds(1)

/** Read once per change for all readers, and only while there are any. */
export const DriftUpdatesShared = Layer.effect(
  DriftUpdates,
  Effect.gen(function* () {
    const records = yield* DriftRecords
    const live = yield* LiveEvents
    const readers = new Set<(news: DriftUpdate) => void>()
    const due = yield* Queue.sliding<"due">(1)
    let lastSent: { readonly text: string; readonly news: DriftUpdate } | null = null
    let last = 0

    const markStale = () => {
      if (readers.size === 0) lastSent = null
      else Queue.offerUnsafe(due, "due")
    }

    const publish = Effect.gen(function* () {
      const data = yield* records.summary
      last = Math.max(last + 1, yield* Clock.currentTimeMillis)
      const text = JSON.stringify(data)
      if (lastSent?.text === text) return
      lastSent = { text, news: [{ id: String(last), event: "drift", data }] }
      for (const deliver of readers) deliver(lastSent.news)
    }).pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.failCause(cause)
          : Effect.logWarning("What differs from gateways could not be read", cause).pipe(
              Effect.andThen(Effect.sleep(RETRY_DELAY)),
              Effect.andThen(Effect.sync(markStale))
            )
      )
    )

    yield* Effect.forkScoped(
      Effect.forever(Queue.take(due).pipe(Effect.andThen(publish), Effect.andThen(Effect.sleep(BATCH_INTERVAL))))
    )
    yield* Effect.forkScoped(
      Stream.runForEach(live.changes, ({ _tag }) =>
        Effect.sync(() => {
          if (_tag === "DriftChanged" || _tag === "Resync") markStale()
        })
      )
    )
    yield* Effect.forkScoped(Effect.schedule(Effect.sync(markStale), Schedule.spaced(CHECK_INTERVAL)))

    return DriftUpdates.of({
      follow: (deliver) => {
        readers.add(deliver)
        if (lastSent !== null) deliver(lastSent.news)
        else markStale()
        return () => {
          readers.delete(deliver)
        }
      }
    })
  })
)
