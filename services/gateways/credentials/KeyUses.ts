import { Cause, Clock, Context, Duration, Effect, Layer, Queue } from "effect"
import { type KeyUse, KeyUseRecords } from "./KeyUseRecords.ts"

const COLLECT_DELAY = Duration.seconds(2)
const MIN_WRITE_INTERVAL = Duration.seconds(3)
const MIN_WRITE_INTERVAL_PER_KEY = Duration.seconds(60)
const SHUTDOWN_TIMEOUT = Duration.seconds(5)
const MAX_PENDING_KEYS = 50_000
const RETENTION = Duration.days(400)
const PURGE_INTERVAL = Duration.days(1)

/** Stored every few seconds, each key at most once a minute; a killed process loses its last seconds. */
export const KeyUses = Context.Reference<{
  readonly used: (endpointId: number, accessKey: string, at: number) => void
}>("stowage/services/gateways/credentials/KeyUses", { defaultValue: () => ({ used: () => {} }) })

export const storedKeyUses = Layer.effect(
  KeyUses,
  Effect.gen(function* () {
    const records = yield* KeyUseRecords
    const writeSignal = yield* Queue.sliding<"due">(1)
    const pending = new Map<string, KeyUse>()
    const lastWrites = new Map<string, number>()
    let purgedAt = Number.NEGATIVE_INFINITY

    const used = (endpointId: number, accessKey: string, at: number) => {
      const key = `${endpointId} ${accessKey}`
      const before = pending.get(key)
      if (before === undefined && pending.size >= MAX_PENDING_KEYS) return
      if (before === undefined || before.at < at) pending.set(key, { endpointId, accessKey, at })
      if (before === undefined && pending.size === 1) Queue.offerUnsafe(writeSignal, "due")
    }

    const write = Effect.fnUntraced(function* (all: boolean) {
      const now = yield* Clock.currentTimeMillis
      for (const [key, at] of lastWrites)
        if (now - at >= Duration.toMillis(MIN_WRITE_INTERVAL_PER_KEY)) lastWrites.delete(key)
      const selected = [...pending].filter(([key]) => all || !lastWrites.has(key))
      if (selected.length === 0) return
      for (const [key] of selected) {
        pending.delete(key)
        lastWrites.set(key, now)
      }
      yield* records.store(selected.map(([, use]) => use)).pipe(
        Effect.catchCause((cause) => {
          for (const [key, { accessKey, at, endpointId }] of selected) {
            lastWrites.delete(key)
            used(endpointId, accessKey, at)
          }
          return Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause)
            : Effect.logWarning("When keys were used could not be written down yet", cause)
        })
      )
      if (now - purgedAt < Duration.toMillis(PURGE_INTERVAL)) return
      purgedAt = now
      yield* Effect.catchCause(records.forget(now - Duration.toMillis(RETENTION)), (cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.failCause(cause)
          : Effect.logWarning("Uses of keys that are long gone could not be forgotten", cause)
      )
    })

    yield* Effect.addFinalizer(() => Effect.ignore(Effect.timeout(write(true), SHUTDOWN_TIMEOUT)))
    yield* Effect.forkScoped(
      Effect.forever(
        Queue.take(writeSignal).pipe(
          Effect.andThen(Effect.sleep(COLLECT_DELAY)),
          Effect.andThen(write(false)),
          Effect.andThen(Effect.sleep(MIN_WRITE_INTERVAL)),
          Effect.andThen(
            Effect.sync(() => {
              if (pending.size > 0) Queue.offerUnsafe(writeSignal, "due")
            })
          )
        )
      )
    )
    return { used }
  })
)
