import { Effect, Stream } from "effect"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentTool } from "#domain/platform/access/CurrentTool.ts"
import { Forbidden } from "#domain/platform/errors/Errors.ts"
import type { WatchedRight } from "#services/accounts/contexts/RightRecords.ts"
import { StreamRights } from "#services/accounts/contexts/StreamRights.ts"

export const watchRight = Effect.fnUntraced(function* (workspace: WatchedRight["workspace"], contextId: string) {
  const rights = yield* StreamRights
  const caller = yield* CurrentCaller
  const tool = yield* CurrentTool
  return (lost: () => void) => rights.watch({ caller, workspace, contextId, tool }, lost)
})

const lostRight = (workspace: WatchedRight["workspace"], contextId: string) =>
  Effect.map(watchRight(workspace, contextId), (watch) =>
    Effect.callback<void>((resume) => {
      const stop = watch(() => resume(Effect.void))
      return Effect.sync(stop)
    })
  )

export const interruptOnRevocation = Effect.fnUntraced(function* (
  workspace: WatchedRight["workspace"],
  contextId = ""
) {
  const lost = yield* lostRight(workspace, contextId)
  return <A, E, R>(stream: Stream.Stream<A, E, R>) => Stream.interruptWhen(stream, lost)
})

export const raceRevocation = <A, E, R, Refusal>(
  workspace: WatchedRight["workspace"],
  contextId: string,
  work: Effect.Effect<A, E, R>,
  refusal: Refusal
) =>
  Effect.flatMap(lostRight(workspace, contextId), (lost) =>
    Effect.raceFirst(work, Effect.andThen(lost, Effect.fail(refusal)))
  )

/** Fails the connection, so that a part is not taken for the whole file. */
export const failOnRevocation = Effect.fnUntraced(function* (workspace: WatchedRight["workspace"], contextId = "") {
  const lost = yield* lostRight(workspace, contextId)
  const refused = Effect.andThen(
    lost,
    Effect.fail(new Forbidden({ code: "forbidden", detail: "The right to read this was lost meanwhile" }))
  )
  return <A, E, R>(stream: Stream.Stream<A, E, R>) => Stream.interruptWhen(stream, refused)
})
