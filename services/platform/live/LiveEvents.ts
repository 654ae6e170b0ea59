import type { LiveEvent } from "#domain/platform/LiveEvent.ts"
import { Context, type Effect, type Stream } from "effect"

/**
 * The announcement board shared by all processes on one database.
 *
 * `changes` replays nothing: it gives what is announced after the stream was started. A consumer that falls behind
 * loses the oldest events, never the newest. `publish` inside a transaction is heard when the transaction commits,
 * and not at all when it rolls back. `publish` dies when the database is gone: the caller's own work failed with it.
 */
export class LiveEvents extends Context.Service<LiveEvents, {
  readonly changes: Stream.Stream<LiveEvent>
  publish(event: LiveEvent): Effect.Effect<void>
}>()("stowage/services/platform/live/LiveEvents") {}
