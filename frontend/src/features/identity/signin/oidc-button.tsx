import { component$, type Signal, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ProblemError } from "~/client/problem-error"
import { nextOf } from "~/components/gate/after-step"
import { Icon } from "~/components/ui/icon"
import { safeNext, SIGN_IN_DONE } from "~/lib/safe-next"
import type { SignInProvider } from "./provider"

interface OidcButtonProps {
  readonly provider: SignInProvider
  readonly note: Signal<string>
  /** In a window of its own: this page stays as it is. */
  readonly apart: boolean
}

/** Leads to a provider's own page. */
export const OidcButton = component$<OidcButtonProps>(({ apart, note, provider }) => {
  const busy = useSignal(false)
  return (
    <button
      type="button"
      class="btn btn-secondary btn-lg min-w-0"
      disabled={busy.value}
      onClick$={async () => {
        // at once, while the press still counts as one: browsers open no window later
        const opened = apart ? window.open("about:blank", "_blank", "popup,width=520,height=720") : window
        if (opened === null) {
          note.value = "window_blocked"
          return
        }
        busy.value = true
        note.value = ""
        try {
          const asked = { params: { provider_id: provider.id }, body: { redirect_path: apart ? SIGN_IN_DONE : safeNext(nextOf()) } }
          opened.location.assign((await call("POST /api/auth/oidc/:provider_id/start", asked)).authorization_url)
          if (apart) busy.value = false
        } catch (cause) {
          if (apart) opened.close()
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
