import { Effect, Schema } from "effect"
import { Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"
import { NotFound, StorageError, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import { usageDepths, UsageEvent } from "#domain/usage/Usage.ts"
import { sharedCount } from "./sharedCount.ts"
import { countUsage } from "./countUsage.ts"

export const UsageCount = Entity.make("UsageCount", [
  Rpc.make("Watch", {
    payload: { depth: Schema.Literals(usageDepths) },
    success: UsageEvent,
    error: Schema.Union([NotFound, StorageError, StorageTimeout, Unavailable]),
    stream: true
  })
])

export const UsageActor = UsageCount.toLayer(
  Effect.gen(function* () {
    const { entityId } = yield* Entity.CurrentAddress
    const counts = {
      statistics: yield* sharedCount(countUsage(entityId, "statistics")),
      contents: yield* sharedCount(countUsage(entityId, "contents"))
    }
    return UsageCount.of({
      // without the fork the first reader would block the mailbox
      Watch: ({ payload: { depth } }) => Rpc.fork(counts[depth])
    })
  }),
  { maxIdleTime: "10 minutes" }
)
