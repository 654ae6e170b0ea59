import { tell } from "./link/link"
import { openSession } from "./refresh"
import type { SignedIn } from "./session"

/**
 * Goes on after somebody signed in, here or in another tab: what was refused is sent again. Answers who it is; null: nobody
 * is. Another person than the page's gets a page of their own (`readSession`).
 */
export const revive = async (): Promise<SignedIn | null> => {
  const session = await openSession()
  if (!session.authenticated) return null
  tell({ type: "session-open" })
  return session
}
