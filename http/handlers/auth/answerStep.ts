import type { OpenS3Session } from "#services/identity/sessions/S3Sessions.ts"
import type { OpenSession, PendingSession } from "#services/identity/sessions/Sessions.ts"
import { Effect } from "effect"
import { setSessionCookies } from "../../sessionCookies.ts"

export const answerStep = Effect.fnUntraced(function* (step: OpenSession | PendingSession | OpenS3Session) {
  yield* setSessionCookies(step)
  return { next: step._tag === "Pending" ? step.next : ("ready" as const), csrf_token: step.csrf }
})
