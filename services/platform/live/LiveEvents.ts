import type { LiveEvent } from "#domain/platform/LiveEvent.ts"
import { Context, type Effect, type Stream } from "effect"

/**
 * Announcements shared by all processes on one database. `changes` starts at its subscription; a slow consumer loses
 * the oldest events. `publish` inside a transaction takes effect on commit; it dies when the database is unreachable.
 */
export class LiveEvents extends Context.Service<
  LiveEvents,
  {
    readonly changes: Stream.Stream<LiveEvent>
    publish(event: LiveEvent): Effect.Effect<void>
  }
>()("stowage/services/platform/live/LiveEvents") {}
