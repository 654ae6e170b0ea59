import { Effect, Stream } from "effect"
import { CurrentCaller } from "#domain/access/Caller.ts"
import type { ContextWorkspace } from "#domain/contexts/ExecutionContext.ts"
import { StreamRights } from "#services/contexts/StreamRights.ts"

/** Ends a stream when its reader may no longer see it; one of administrators (`admin`) has no context. */
export const whileAllowed = Effect.fnUntraced(function*(workspace: ContextWorkspace | "admin", contextId = "") {
  const rights = yield* StreamRights
  const caller = yield* CurrentCaller
  const lost = Effect.callback<void>((resume) => {
    const stop = rights.watch({ caller, workspace, contextId }, () => resume(Effect.void))
    return Effect.sync(stop)
  })
  return <A, E, R>(stream: Stream.Stream<A, E, R>) => Stream.interruptWhen(stream, lost)
})
