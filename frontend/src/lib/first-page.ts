import { call } from "~/client/call"
import { readSession, type SignedIn } from "~/client/session"
import { workspacesFor } from "./workspaces"

/** First page of a person: the setup steps that are open to an administrator, or the first workspace; null: none. */
export const firstPage = async (session: SignedIn): Promise<string | null> => {
  if (session.workspaces.includes("admin")) {
    // Ignore a failure: the workspace shows the problem.
    const setup = await call("GET /api/onboarding").catch(() => null)
    if (setup !== null && !setup.complete) return "/onboarding"
  }
  return workspacesFor(session)[0]?.href ?? null
}

/** First page after signing in; "/" where it is not known yet, which explains why. */
export const pageAfterSignIn = async (): Promise<string> => {
  const session = await readSession()
  return (session.authenticated ? await firstPage(session) : null) ?? "/"
}
