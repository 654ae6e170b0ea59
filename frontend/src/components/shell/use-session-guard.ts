import { type Signal, useVisibleTask$ } from "@builder.io/qwik"
import { setPageOwner } from "~/client/person"
import { asProblem } from "~/client/problem-error"
import { openSession } from "~/client/refresh"
import type { SignedIn } from "~/client/session"
import { frameOf } from "~/lib/frame-of"
import { hintSignedIn, hintSignedOut } from "~/lib/signed-in-hint"
import { toast, type Toasts } from "~/lib/toasts"

const isElsewhere = (path: string): boolean => path !== "/" && frameOf(path).id !== "browser"

export const useSessionGuard = (session: Signal<SignedIn | null>, toasts: Toasts): void => {
  useVisibleTask$(
    async () => {
      try {
        const answer = await openSession()
        if (answer.authenticated) {
          hintSignedIn()
          if (answer.kind === "s3" && isElsewhere(window.location.pathname)) return window.location.replace("/browser")
          setPageOwner(answer)
          session.value = answer
          return
        }
        hintSignedOut()
        const here = window.location.pathname + window.location.search
        const gate = answer.setup_required
          ? "/setup"
          : answer.pending === "webauthn_enrollment"
            ? "/login/enroll"
            : answer.pending
              ? "/login/passkey"
              : "/login"
        window.location.replace(gate === "/setup" ? gate : `${gate}?next=${encodeURIComponent(here)}`)
      } catch (cause) {
        toast(toasts, { tone: "danger", text: "Your session could not be checked", detail: asProblem(cause).message })
      }
    },
    { strategy: "document-ready" }
  )
}
