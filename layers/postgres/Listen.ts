import { PgClient } from "@effect/sql-pg"
import { Deferred, Duration, Effect, Metric, Schedule, Stream } from "effect"
import { SqlError } from "effect/sql"
import { DatabasePatience } from "#services/platform/health/DatabasePatience.ts"

/** What a listener hears: a payload, or that payloads may have been missed while it was not connected. */
export type Heard =
  | { readonly _tag: "Payload"; readonly payload: string }
  | { readonly _tag: "Reconnected" }

/** Milliseconds between a listener's announcements to itself, and how long one may be on its way. */
const beat = 4_000

const connectedListeners = Metric.gauge("stowage_database_listening", { description: "Whether this process hears what is announced through the database" })
const lost = Metric.counter("stowage_database_listen_lost_total", { description: "Connections for LISTEN that were lost, or heard nothing any more", incremental: true })

/** Real time: a database does not follow the clock of a test. */
const passed = (milliseconds: number) => Effect.callback<void>((resume) => {
  const timer = setTimeout(() => { resume(Effect.void) }, milliseconds)
  return Effect.sync(() => { clearTimeout(timer) })
})

const deaf = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({ cause: new Error("nothing is heard"), message: "What this process announced did not come back", operation: "listen" })
})

/**
 * Everything announced on a channel of the database, for ever. It has a connection of its own; when that is lost (server restarted,
 * session terminated), or hears not even what this process announces to itself (dropped without a word), it listens again and says
 * `Reconnected` first, because what was announced in between reached nobody. `onListening` runs at each `LISTEN` that the server
 * confirmed.
 */
export const listen = (
  channel: string,
  onListening: Effect.Effect<void> = Effect.void
): Stream.Stream<Heard, never, PgClient.PgClient> => {
  let connectedBefore = false
  let isLost = false
  const own = `beat:${crypto.randomUUID()}`
  const connected = Effect.gen(function*() {
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
    const hears = Effect.gen(function*() {
      yield* passed(beat)
      returned = Deferred.makeUnsafe<void>()
      yield* client.notify(channel, own)
      yield* Effect.raceFirst(Deferred.await(returned), Effect.andThen(passed(beat), Effect.fail(deaf)))
    }).pipe(Effect.provideService(DatabasePatience, Duration.millis(beat)), Effect.forever)
    const payloads = Stream.fromQueue(queue).pipe(
      Stream.tap(({ payload }) => payload === own ? Deferred.succeed(returned, undefined) : Effect.void),
      Stream.filter(({ payload }) => !payload.startsWith("beat:")),
      Stream.map(({ payload }): Heard => ({ _tag: "Payload", payload })),
      Stream.merge(Stream.fromEffect(hears).pipe(Stream.drain))
    )
    return again ? Stream.concat(Stream.succeed<Heard>({ _tag: "Reconnected" }), payloads) : payloads
  })
  /** Once, not at each try. */
  const told = (error: SqlError.SqlError) => Effect.gen(function*() {
    if (isLost || !connectedBefore) return
    isLost = true
    yield* Metric.update(connectedListeners, 0)
    yield* Metric.update(lost, 1)
    yield* Effect.logWarning(`Announcements of the database are not heard (${channel}): ${error.message}`)
  })
  return Stream.unwrap(connected).pipe(
    Stream.tapError(told),
    Stream.retry(Schedule.spaced("250 millis")),
    // that schedule never gives up
    Stream.orDie
  )
}
