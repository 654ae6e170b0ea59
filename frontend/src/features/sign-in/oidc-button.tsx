import { component$, type Signal, useSignal } from "@builder.io/qwik"
import { ProblemError } from "~/client/problem-error"
import type { Provider } from "~/client/session"
import { startOidc } from "~/client/sign-in"
import { nextOf } from "~/components/gate/after-step"
import { Icon } from "~/components/ui/icon"
import { safeNext } from "~/lib/safe-next"

interface OidcButtonProps {
  readonly provider: Provider
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
          window.location.assign((await startOidc(provider.id, safeNext(nextOf()))).authorization_url)
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
