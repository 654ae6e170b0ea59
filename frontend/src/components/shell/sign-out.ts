import { call } from "~/client/call"
import { rememberCsrf } from "~/client/csrf"
import { leave } from "~/client/leave"
import { notifyTabs } from "~/client/tabs"
import { HISTORY_KEY } from "~/lib/operations"
import { hintSignedOut } from "~/lib/signed-in-hint"

export const afterSignOut = (): Promise<never> => {
  rememberCsrf(null)
  hintSignedOut()
  sessionStorage.removeItem(HISTORY_KEY)
  notifyTabs("signed-out")
  return leave("/login")
}

export const signOut = async (): Promise<void> => {
  await call("POST /api/auth/logout")
  await afterSignOut()
}
