import type { OpenSession, PendingSession } from "#services/access/Sessions.ts"
import { Effect } from "effect"
import { setSessionCookies } from "../../sessionCookies.ts"

/** A step of a sign-in as the console hears of it: its values in cookies, what comes next in the body. */
export const answerStep = Effect.fnUntraced(function*(step: OpenSession | PendingSession) {
  yield* setSessionCookies(step)
  return { next: step._tag === "Open" ? "ready" as const : step.next, csrf_token: step.csrf }
})
