import type { Answer } from "~/client/contract"
import { notifyTabs } from "~/client/tabs"
import { safeNext } from "~/lib/safe-next"
import { hintSignedIn } from "~/lib/signed-in-hint"

export type SignInStep = Answer<"POST /api/auth/login">

export const announceSignIn = (): void => {
  hintSignedIn()
  notifyTabs("signed-in")
}

const pageOf = async (target: string): Promise<string> => {
  if (target !== "/") return target
  try {
    return await (await import("~/lib/first-page")).pageAfterSignIn()
  } catch {
    // The start page explains the failure.
    return target
  }
}

export const goAfterStep = (step: SignInStep, next: string | null): void => {
  const target = safeNext(next)
  const query = target === "/" ? "" : `?next=${encodeURIComponent(target)}`
  if (step.next === "webauthn_authentication") window.location.assign(`/login/passkey${query}`)
  else if (step.next === "webauthn_enrollment") window.location.assign(`/login/enroll${query}`)
  else {
    announceSignIn()
    void import("~/lib/saved-theme")
      .then(({ applySavedTheme: takeTheme }) => takeTheme())
      // without it the page has the theme of the system
      .catch(() => undefined)
      .then(() => pageOf(target))
      .then((page) => window.location.assign(page))
  }
}

export const requestedPage = (): string | null => new URLSearchParams(window.location.search).get("next")
