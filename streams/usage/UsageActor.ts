import { Effect, Schema } from "effect"
import { Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"
import { NotFound, StorageError, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import { usageDepths, UsageEvent } from "#domain/usage/Usage.ts"
import { countsTogether } from "./countsTogether.ts"
import { countUsage } from "./countUsage.ts"

/** One actor a listing key: all who watch a recount of a depth watch the same one. */
export const UsageCount = Entity.make("UsageCount", [
  Rpc.make("Watch", {
    payload: { depth: Schema.Literals(usageDepths) },
    success: UsageEvent,
    error: Schema.Union([NotFound, StorageError, StorageTimeout, Unavailable]),
    stream: true
  })
])

/** The count runs while somebody watches; a latecomer is told what is known so far. */
export const UsageActor = UsageCount.toLayer(
  Effect.gen(function*() {
    const { entityId } = yield* Entity.CurrentAddress
    const counts = {
      statistics: yield* countsTogether(countUsage(entityId, "statistics")),
      contents: yield* countsTogether(countUsage(entityId, "contents"))
    }
    return UsageCount.of({
      // without the fork the first watcher would keep the mailbox to itself
      Watch: ({ payload: { depth } }) => Rpc.fork(counts[depth])
    })
  }),
  { maxIdleTime: "10 minutes" }
)
