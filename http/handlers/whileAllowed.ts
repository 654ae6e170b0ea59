import { Effect, Stream } from "effect"
import { type Caller, callerUser } from "#domain/Caller.ts"
import type { ContextWorkspace } from "#domain/ExecutionContext.ts"
import { ExecutionContexts } from "#services/connections/ExecutionContexts.ts"
import { LiveEvents } from "#services/live/LiveEvents.ts"

/** A stream may outlive a lost right by at most 5 s. */
const lookAgain = "4 seconds"

/**
 * Ends a stream when its reader may no longer see it: at once when the session or the user's access is revoked,
 * within 5 s when an association goes.
 */
export const whileAllowed = Effect.fnUntraced(function*(caller: Caller, workspace: ContextWorkspace, contextId: string) {
  const contexts = yield* ExecutionContexts
  const live = yield* LiveEvents
  const revoked = live.changes.pipe(
    Stream.filter((event) =>
      (event._tag === "SessionRevoked" && caller._tag === "Session" && event.sessionId === caller.session_id) ||
      (event._tag === "UserAccessChanged" && event.userId === String(callerUser(caller)?.id)) ||
      event._tag === "StopAll"),
    Stream.take(1),
    Stream.runDrain
  )
  const unseen = contexts.resolve(caller, workspace, contextId).pipe(
    Effect.delay(lookAgain),
    Effect.forever,
    Effect.ignore
  )
  const lost = Effect.raceFirst(revoked, unseen)
  return <A, E, R>(stream: Stream.Stream<A, E, R>) => Stream.interruptWhen(stream, lost)
})
