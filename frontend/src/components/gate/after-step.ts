import type { Answer } from "~/client/contract"
import { notifyTabs } from "~/client/tabs"
import { safeNext } from "~/lib/safe-next"
import { hintSignedIn } from "~/lib/signed-in-hint"

export type Step = Answer<"POST /api/auth/login">

export const signedIn = (): void => {
  hintSignedIn()
  notifyTabs("signed-in")
}

/** Continues after a step of signing in: to the passkey, or to `next`. */
export const goAfterStep = (step: Step, next: string | null): void => {
  const target = safeNext(next)
  const query = target === "/" ? "" : `?next=${encodeURIComponent(target)}`
  if (step.next === "webauthn_authentication") window.location.assign(`/login/passkey${query}`)
  else if (step.next === "webauthn_enrollment") window.location.assign(`/login/enroll${query}`)
  else {
    signedIn()
    void import("~/lib/kept-theme").then(({ takeTheme }) => takeTheme()).finally(() => window.location.assign(target))
  }
}

export const nextOf = (): string | null => new URLSearchParams(window.location.search).get("next")
