import { $, component$, useSignal } from "@builder.io/qwik"
import { type PasskeySettings, passkeySettings } from "~/client/identity"
import { Icon } from "~/components/ui/icon"
import { toast, useToasts } from "~/lib/toasts"
import { useLoaded } from "~/lib/use-loaded"
import { useMe } from "~/lib/use-me"
import { PasskeyPolicyDialog } from "./passkey-policy-dialog"

const whoMust = ({ require_passkey_for_admins, require_passkey_for_users }: PasskeySettings): string =>
  require_passkey_for_admins
    ? require_passkey_for_users ? "Everybody" : "Administrators"
    : require_passkey_for_users ? "Users, not administrators" : "Nobody"

/** Who must have a passkey, in one line, and the way to change it. */
export const PasskeyPolicy = component$(() => {
  const toasts = useToasts()
  const me = useMe()
  const settings = useLoaded($((signal: AbortSignal) => passkeySettings(signal)))
  const changing = useSignal(false)
  const mayChange = me.value?.role === "ui_superadmin"
  return (
    <section class="mx-5 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line px-3 py-2" aria-labelledby="passkey-policy">
      <Icon name="fingerprint" class="text-ink-3" />
      <h2 id="passkey-policy" class="font-medium">Who must have a passkey</h2>
      <p class="min-w-32 flex-1 text-ink-2" data-testid="passkey-policy">
        {settings.problem ? <span class="text-danger">{settings.problem.message}</span> : settings.value ? whoMust(settings.value) : <span class="skeleton inline-block h-3 w-24" />}
        {me.value !== undefined && !mayChange && <span class="block text-xs text-ink-3">Only super administrators change this.</span>}
      </p>
      <button type="button" class="btn btn-secondary btn-sm" disabled={!mayChange || !settings.value} aria-label="Change who must have a passkey" onClick$={() => { changing.value = true }}>Change…</button>
      {settings.value && (
        <PasskeyPolicyDialog
          open={changing}
          settings={settings.value}
          onSaved$={$((saved: PasskeySettings) => {
            settings.value = saved
            toast(toasts, { tone: "ok", text: "Who must have a passkey is saved", detail: "It takes effect at the next sign-in." })
          })}
        />
      )}
    </section>
  )
})
