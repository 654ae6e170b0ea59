import { PgClient } from "@effect/sql-pg"
import { Deferred, Duration, Effect, Metric, Schedule, Stream } from "effect"
import { SqlError } from "effect/sql"
import { DatabaseTimeout } from "#services/platform/health/DatabaseTimeout.ts"

export type ListenMessage = { readonly _tag: "Payload"; readonly payload: string } | { readonly _tag: "Reconnected" }

const HEARTBEAT_MILLIS = 4_000

const connectedListeners = Metric.gauge("stowage_database_listening", {
  description: "Whether this process hears what is announced through the database"
})
const lost = Metric.counter("stowage_database_listen_lost_total", {
  description: "Connections for LISTEN that were lost, or heard nothing any more",
  incremental: true
})

/** Real time: a database ignores the test clock. */
const sleepReal = (milliseconds: number) =>
  Effect.callback<void>((resume) => {
    const timer = setTimeout(() => {
      resume(Effect.void)
    }, milliseconds)
    return Effect.sync(() => {
      clearTimeout(timer)
    })
  })

const deaf = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({
    cause: new Error("nothing is heard"),
    message: "What this process announced did not come back",
    operation: "listen"
  })
})

/** Replaces the connection when the listener misses its own announcements; then sends `Reconnected` first. */
export const listen = (
  channel: string,
  onListening: Effect.Effect<void> = Effect.void
): Stream.Stream<ListenMessage, never, PgClient.PgClient> => {
  let connectedBefore = false
  let isLost = false
  const own = `beat:${crypto.randomUUID()}`
  const connected = Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    const queue = yield* client.listen(channel)
    const again = connectedBefore
    connectedBefore = true
    isLost = false
    yield* onListening
    yield* Metric.update(connectedListeners, 1)
    yield* Metric.update(lost, 0)
    if (again) yield* Effect.logWarning(`Announcements of the database are heard again (${channel})`)

    let returned = Deferred.makeUnsafe<void>()
    const hears = Effect.gen(function* () {
      yield* sleepReal(HEARTBEAT_MILLIS)
      returned = Deferred.makeUnsafe<void>()
      yield* client.notify(channel, own)
      yield* Effect.raceFirst(Deferred.await(returned), Effect.andThen(sleepReal(HEARTBEAT_MILLIS), Effect.fail(deaf)))
    }).pipe(Effect.provideService(DatabaseTimeout, Duration.millis(HEARTBEAT_MILLIS)), Effect.forever)
    const payloads = Stream.fromQueue(queue).pipe(
      Stream.tap(({ payload }) => (payload === own ? Deferred.succeed(returned, undefined) : Effect.void)),
      Stream.filter(({ payload }) => !payload.startsWith("beat:")),
      Stream.map(({ payload }): ListenMessage => ({ _tag: "Payload", payload })),
      Stream.merge(Stream.fromEffect(hears).pipe(Stream.drain))
    )
    return again ? Stream.concat(Stream.succeed<ListenMessage>({ _tag: "Reconnected" }), payloads) : payloads
  })
  const logLoss = (error: SqlError.SqlError) =>
    Effect.gen(function* () {
      if (isLost || !connectedBefore) return
      isLost = true
      yield* Metric.update(connectedListeners, 0)
      yield* Metric.update(lost, 1)
      yield* Effect.logWarning(`Announcements of the database are not heard (${channel}): ${error.message}`)
    })
  return Stream.unwrap(connected).pipe(
    Stream.tapError(logLoss),
    Stream.retry(Schedule.spaced("250 millis")),
    Stream.orDie
  )
}
