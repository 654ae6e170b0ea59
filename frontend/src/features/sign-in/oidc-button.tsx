import { component$, type Signal, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ProblemError } from "~/client/problem-error"
import { nextOf } from "~/components/gate/after-step"
import { Icon } from "~/components/ui/icon"
import { safeNext } from "~/lib/safe-next"
import type { SignInProvider } from "./provider"

interface OidcButtonProps {
  readonly provider: SignInProvider
  readonly note: Signal<string>
}

/** Leads to a provider's own page. */
export const OidcButton = component$<OidcButtonProps>(({ note, provider }) => {
  const busy = useSignal(false)
  return (
    <button
      type="button"
      class="btn btn-secondary btn-lg min-w-0"
      disabled={busy.value}
      onClick$={async () => {
        busy.value = true
        note.value = ""
        try {
          const asked = { params: { provider_id: provider.id }, body: { redirect_path: safeNext(nextOf()) } }
          window.location.assign((await call("POST /api/auth/oidc/:provider_id/start", asked)).authorization_url)
        } catch (cause) {
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
