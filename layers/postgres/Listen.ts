import { PgClient } from "@effect/sql-pg"
import { Effect, Schedule, Stream } from "effect"

/** What a listener hears: a payload, or that payloads may have been missed while it was not connected. */
export type Heard =
  | { readonly _tag: "Payload"; readonly payload: string }
  | { readonly _tag: "Reconnected" }

/**
 * Everything announced on a channel of the database, for ever. It holds one connection of the pool; when that is lost
 * (server restarted, session terminated) it listens again within a second and says `Reconnected` first, because what
 * was announced in between reached nobody. `onListening` runs at each `LISTEN` that the server confirmed.
 */
export const listen = (
  channel: string,
  onListening: Effect.Effect<void> = Effect.void
): Stream.Stream<Heard, never, PgClient.PgClient> => {
  let connectedBefore = false
  const connected = Effect.gen(function*() {
    const client = yield* PgClient.PgClient
    const queue = yield* client.listen(channel)
    const again = connectedBefore
    connectedBefore = true
    yield* onListening
    const payloads = Stream.fromQueue(queue).pipe(
      Stream.map(({ payload }): Heard => ({ _tag: "Payload", payload }))
    )
    return again ? Stream.concat(Stream.succeed<Heard>({ _tag: "Reconnected" }), payloads) : payloads
  })
  return Stream.unwrap(connected).pipe(
    Stream.tapError((error) => Effect.logDebug(`LISTEN ${channel} was lost`, error.message)),
    Stream.retry(Schedule.spaced("250 millis")),
    // that schedule never gives up
    Stream.orDie
  )
}
