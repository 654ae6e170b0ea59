import { Effect, Stream } from "effect"
import { type Caller, callerUser, CurrentCaller } from "#domain/access/Caller.ts"
import type { ContextWorkspace } from "#domain/contexts/ExecutionContext.ts"
import type { LiveEvent } from "#domain/live/LiveEvent.ts"
import { CallerStanding } from "#services/sessions/CallerStanding.ts"
import { ExecutionContexts } from "#services/contexts/ExecutionContexts.ts"
import { LiveEvents } from "#services/live/LiveEvents.ts"

/** A stream may outlive a lost right by at most 5 s. */
const lookAgain = "4 seconds"

const concerns = (caller: Caller) => (event: LiveEvent) =>
  (event._tag === "SessionRevoked" && (caller._tag === "Session" || caller._tag === "S3Session") && event.sessionId === caller.session_id) ||
  (event._tag === "UserAccessChanged" && event.userId === String(callerUser(caller)?.id)) ||
  event._tag === "StopAll"

/**
 * Ends a stream when its reader may no longer see it: at once when a revocation is announced, and within 5 s whatever
 * way the right went (an association removed, a session or token expired, an announcement missed).
 */
export const whileAllowed = Effect.fnUntraced(function*(workspace: ContextWorkspace, contextId: string) {
  const contexts = yield* ExecutionContexts
  const live = yield* LiveEvents
  const standing = yield* CallerStanding
  const caller = yield* CurrentCaller
  const announced = live.changes.pipe(Stream.filter(concerns(caller)), Stream.take(1), Stream.runDrain)
  const unseen = Effect.gen(function*() {
    for (;;) {
      yield* Effect.sleep(lookAgain)
      if (!(yield* standing.stands(caller))) return
      yield* contexts.resolve(caller, workspace, contextId)
    }
  }).pipe(Effect.ignore)
  const lost = Effect.raceFirst(announced, unseen)
  return <A, E, R>(stream: Stream.Stream<A, E, R>) => Stream.interruptWhen(stream, lost)
})
