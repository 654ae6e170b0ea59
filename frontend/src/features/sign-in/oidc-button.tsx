import { component$, type Signal, useSignal } from "@builder.io/qwik"
import { ProblemError } from "~/client/problem-error"
import type { Provider } from "~/client/session"
import { startOidc } from "~/client/sign-in"
import { nextOf } from "~/components/gate/after-step"
import { Icon } from "~/components/ui/icon"
import { safeNext } from "~/lib/signed-in-hint"

interface OidcButtonProps {
  readonly provider: Provider
  readonly note: Signal<string>
}

/** Where to come back to, spelt as addresses are. */
const comeBackTo = (): string => {
  const { pathname, search } = new URL(safeNext(nextOf()), window.location.origin)
  return pathname + search
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
          window.location.assign((await startOidc(provider.id, comeBackTo())).authorization_url)
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
