import type { LiveEvent } from "#domain/platform/LiveEvent.ts"
import { Context, type Effect, type Stream } from "effect"

/** A slow consumer of `changes` loses the oldest events. `publish` takes effect on commit; dies without a database. */
export class LiveEvents extends Context.Service<
  LiveEvents,
  {
    readonly changes: Stream.Stream<LiveEvent>
    publish(...events: ReadonlyArray<LiveEvent>): Effect.Effect<void>
  }
>()("stowage/services/platform/live/LiveEvents") {}
