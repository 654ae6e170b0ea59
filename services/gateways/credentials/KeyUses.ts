import { Cause, Clock, Context, Duration, Effect, Layer, Queue } from "effect"
import { type KeyUse, KeyUseRecords } from "./KeyUseRecords.ts"

/** After a use: what follows at once is written with it. */
const together = Duration.seconds(2)
/** From one writing to the next look for what is due. */
const quiet = Duration.seconds(3)
/** From one writing of a key to its next. */
const oneKey = Duration.seconds(60)
/** What shutting down waits for the last writing. */
const patience = Duration.seconds(5)
/** Keys that are remembered between two writings; more than are ever stored of one installation. */
const most = 50_000
/** A key that was not used for so long is forgotten: most of them are gone since. */
const kept = Duration.days(400)
/** From one look for forgotten keys to the next. */
const tidied = Duration.days(1)

/**
 * Notes that a gateway answered a call which a key signed. Noting costs an entry of a map; one statement every few seconds at the
 * most writes the latest use of the keys that are due, each of which is within two seconds of its first use, then at most once a minute, and once more when the process ends:
 * what a killed process had not written is lost. Only keys that are stored here are kept, so that whoever signs in with keys of their own writes nothing.
 */
export const KeyUses = Context.Reference<{
  /** `at`: milliseconds of the epoch. */
  readonly used: (endpointId: number, accessKey: string, at: number) => void
}>("stowage/services/gateways/credentials/KeyUses", { defaultValue: () => ({ used: () => {} }) })

/** Uses that are written down. */
export const keyUsesKept = Layer.effect(KeyUses, Effect.gen(function*() {
  const records = yield* KeyUseRecords
  const due = yield* Queue.sliding<"due">(1)
  const noted = new Map<string, KeyUse>()
  /** When a key was written down, while it is not due again. */
  const written = new Map<string, number>()
  let tidiedAt = Number.NEGATIVE_INFINITY

  const used = (endpointId: number, accessKey: string, at: number) => {
    const key = `${endpointId} ${accessKey}`
    const before = noted.get(key)
    if (before === undefined && noted.size >= most) return
    if (before === undefined || before.at < at) noted.set(key, { endpointId, accessKey, at })
    if (before === undefined && noted.size === 1) Queue.offerUnsafe(due, "due")
  }

  const write = Effect.fnUntraced(function*(all: boolean) {
    const now = yield* Clock.currentTimeMillis
    for (const [key, at] of written) if (now - at >= Duration.toMillis(oneKey)) written.delete(key)
    const chosen = [...noted].filter(([key]) => all || !written.has(key))
    if (chosen.length === 0) return
    for (const [key] of chosen) {
      noted.delete(key)
      written.set(key, now)
    }
    yield* records.keep(chosen.map(([, use]) => use)).pipe(Effect.catchCause((cause) => {
      // noted again, so that the next writing has them
      for (const [key, { accessKey, at, endpointId }] of chosen) {
        written.delete(key)
        used(endpointId, accessKey, at)
      }
      return Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.logWarning("When keys were used could not be written down yet", cause)
    }))
    if (now - tidiedAt < Duration.toMillis(tidied)) return
    tidiedAt = now
    yield* Effect.catchCause(records.forget(now - Duration.toMillis(kept)), (cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.logWarning("Uses of keys that are long gone could not be forgotten", cause))
  })

  yield* Effect.addFinalizer(() => Effect.ignore(Effect.timeout(write(true), patience)))
  yield* Effect.forkScoped(Effect.forever(Queue.take(due).pipe(
    Effect.andThen(Effect.sleep(together)), Effect.andThen(write(false)), Effect.andThen(Effect.sleep(quiet)),
    // what is not due yet is looked at again
    Effect.andThen(Effect.sync(() => { if (noted.size > 0) Queue.offerUnsafe(due, "due") }))
  )))
  return { used }
}))
