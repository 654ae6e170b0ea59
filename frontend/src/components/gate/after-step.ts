import type { Answer } from "~/client/contract"
import { tellTabs } from "~/client/tabs"
import { safeNext } from "~/lib/safe-next"
import { hintSignedIn } from "~/lib/signed-in-hint"

/** What a step of signing in asks for next. */
export type Step = Answer<"POST /api/auth/login">

/** Somebody is signed in now: pages that wait for it, in other tabs, go on. */
export const signedIn = (): void => {
  hintSignedIn()
  tellTabs("signed-in")
}

/** Goes on after a step of signing in: to the passkey that is still wanted, or to where the person was heading. */
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

/** The `next` of this page's address. */
export const nextOf = (): string | null => new URLSearchParams(window.location.search).get("next")
