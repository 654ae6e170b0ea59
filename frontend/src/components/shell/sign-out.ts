import { call } from "~/client/call"
import { setCsrf } from "~/client/csrf"
import { leavePage } from "~/client/leave"
import { notifyTabs } from "~/client/tabs"
import { HISTORY_KEY } from "~/lib/operations"
import { hintSignedOut } from "~/lib/signed-in-hint"

export const leaveAfterSignOut = (): Promise<never> => {
  setCsrf(null)
  hintSignedOut()
  sessionStorage.removeItem(HISTORY_KEY)
  notifyTabs("signed-out")
  return leavePage("/login")
}

export const signOut = async (): Promise<void> => {
  await call("POST /api/auth/logout")
  await leaveAfterSignOut()
}
