import { component$, type Signal, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ProblemError } from "~/client/problem-error"
import { requestedPage } from "~/components/gate/after-step"
import { Icon } from "~/components/ui/icon"
import { safeNext, SIGN_IN_DONE } from "~/lib/safe-next"
import type { SignInProvider } from "./provider"

interface OidcButtonProps {
  readonly provider: SignInProvider
  readonly note: Signal<string>
  /** Opens the provider in a popup, so that this page stays. */
  readonly apart: boolean
}

export const OidcButton = component$<OidcButtonProps>(({ apart, note, provider }) => {
  const busy = useSignal(false)
  return (
    <button
      type="button"
      class="btn btn-secondary btn-lg min-w-0"
      disabled={busy.value}
      onClick$={async () => {
        // open it synchronously: browsers block a popup outside of the click
        const popupWindow = apart ? window.open("about:blank", "_blank", "popup,width=520,height=720") : window
        if (popupWindow === null) {
          note.value = "window_blocked"
          return
        }
        busy.value = true
        note.value = ""
        try {
          const request = {
            params: { provider_id: provider.id },
            body: { redirect_path: apart ? SIGN_IN_DONE : safeNext(requestedPage()) }
          }
          popupWindow.location.assign((await call("POST /api/auth/oidc/:provider_id/start", request)).authorization_url)
          if (apart) busy.value = false
        } catch (cause) {
          if (apart) popupWindow.close()
          note.value = cause instanceof ProblemError ? cause.code : "unexpected"
          busy.value = false
        }
      }}
    >
      <Icon name={busy.value ? "loader-circle" : "external-link"} class={busy.value ? "spin" : undefined} />
      <span class="truncate">Continue with {provider.label}</span>
    </button>
  )
})
