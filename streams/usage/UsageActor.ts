import { Effect, Stream } from "effect"
import { Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"
import { NotFound, StorageError, StorageTimeout, Unavailable } from "#domain/errors/Errors.ts"
import { UsageEvent } from "#domain/usage/Usage.ts"
import { Schema } from "effect"
import { countUsage } from "./countUsage.ts"

/** One actor a listing key: all who watch a recount watch the same one. */
export const UsageCount = Entity.make("UsageCount", [
  Rpc.make("Watch", {
    success: UsageEvent,
    error: Schema.Union([NotFound, StorageError, StorageTimeout, Unavailable]),
    stream: true
  })
])

/** The count runs while somebody watches; a latecomer is told where it is. */
export const UsageActor = UsageCount.toLayer(
  Effect.gen(function*() {
    const { entityId } = yield* Entity.CurrentAddress
    const shared = yield* Stream.share(countUsage(entityId), { capacity: 64, strategy: "sliding", replay: 1 })
    return UsageCount.of({
      // without the fork the first watcher would keep the mailbox to itself
      Watch: () => Rpc.fork(shared)
    })
  }),
  { maxIdleTime: "10 minutes" }
)
