import { publishLinkEvent } from "./link/link"
import { openSession } from "./refresh"
import type { SignedIn } from "./session"

/** Repeats refused requests after a sign-in. Null when signed out. Another user's page reloads (`readSession`). */
export const revive = async (): Promise<SignedIn | null> => {
  const session = await openSession()
  if (!session.authenticated) return null
  publishLinkEvent({ type: "session-open" })
  return session
}
