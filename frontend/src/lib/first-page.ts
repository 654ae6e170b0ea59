import { call } from "~/client/call"
import { readSession, type SignedIn } from "~/client/session"
import { workspacesFor } from "./workspaces"

export const firstPage = async (session: SignedIn): Promise<string | null> => {
  if (session.workspaces.includes("admin")) {
    // The workspace shows the problem.
    const setup = await call("GET /api/onboarding").catch(() => null)
    if (setup !== null && !setup.complete) return "/onboarding"
  }
  return workspacesFor(session)[0]?.href ?? null
}

export const pageAfterSignIn = async (): Promise<string> => {
  const session = await readSession()
  return (session.authenticated ? await firstPage(session) : null) ?? "/"
}
