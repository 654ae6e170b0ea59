import { $, component$, type QRL, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { Badge } from "~/components/ui/badge"
import { ConfirmDialog } from "~/components/ui/confirm-dialog"
import { Icon } from "~/components/ui/icon"
import { ago, date } from "~/lib/format"
import { toast, useToasts } from "~/lib/toasts"
import type { Loaded } from "~/lib/use-loaded"
import { AddPasskeyDialog } from "./add-passkey-dialog"
import { RenamePasskeyDialog } from "./rename-passkey-dialog"
import { Item, Section } from "./section"
import type { Passkey, Security } from "./security"

interface PasskeysSectionProps {
  readonly security: Loaded<Security>
  /** What ends sessions and tokens has happened. */
  readonly onChanged$: QRL<() => void>
}

const about = (passkey: Passkey): string =>
  `Added ${date(passkey.created_at)} · ${passkey.last_used_at ? `last used ${ago(passkey.last_used_at)}` : "never used"}`

export const PasskeysSection = component$<PasskeysSectionProps>(({ onChanged$, security }) => {
  const toasts = useToasts()
  const adding = useSignal(false)
  const renaming = useSignal(false)
  const removing = useSignal(false)
  const chosen = useSignal<Passkey | null>(null)
  const own = security.value
  /** The policy asks for one, and this is the only one. */
  const bound = own !== null && own.passkey_required && own.passkeys.length === 1
  const first = own !== null && own.passkeys.length === 0
  return (
    <Section id="passkeys" title="Passkeys" text="Your fingerprint, face, device PIN or security key, asked for after the password." loaded={security}>
      <button q:slot="action" type="button" class="btn btn-secondary" onClick$={() => { adding.value = true }}><Icon name="plus" /> Add passkey</button>
      {first && (
        <div class="card px-4 py-3">
          <p class="font-medium">No passkey yet</p>
          <p class="text-xs text-ink-3">{own.passkey_required ? "One is asked of you at the next sign-in." : "Adding one protects your account even if the password becomes known."}</p>
        </div>
      )}
      {own !== null && !first && (
        <ul class="card divide-y divide-line">
          {own.passkeys.map((passkey) => (
            <Item key={passkey.id}>
              <p class="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span class="font-medium break-words">{passkey.name}</span>
                <Badge text={passkey.device_type === "multiDevice" ? "Synchronised" : "On one device"} />
              </p>
              <p class="text-xs text-ink-3">{about(passkey)}</p>
              <button q:slot="action" type="button" class="btn btn-ghost btn-icon" aria-label={`Rename ${passkey.name}`} onClick$={() => { chosen.value = passkey; renaming.value = true }}><Icon name="pencil" /></button>
              <button q:slot="action" type="button" class="btn btn-ghost btn-icon" aria-label={`Remove ${passkey.name}`} disabled={bound} title={bound ? "A passkey is asked of you: add another one before you remove the last" : undefined} onClick$={() => { chosen.value = passkey; removing.value = true }}><Icon name="trash-2" /></button>
            </Item>
          ))}
        </ul>
      )}
      <AddPasskeyDialog open={adding} onAdded$={onChanged$} />
      <RenamePasskeyDialog open={renaming} passkey={chosen.value} onRenamed$={onChanged$} />
      <ConfirmDialog
        id="remove-passkey"
        open={removing}
        title={`Remove ${chosen.value?.name ?? ""}`}
        action="Remove passkey"
        onConfirm$={$(async () => {
          if (chosen.value === null) return
          await call("DELETE /api/me/passkeys/:passkey_id", { params: { passkey_id: chosen.value.id } })
          toast(toasts, { tone: "ok", text: `${chosen.value.name} is removed`, detail: "Your other sessions and your API tokens have ended." })
          await onChanged$()
        })}
      >
        <p>It does not sign you in any more. You stay signed in here; your other sessions are signed out, and your API tokens end.</p>
        {own?.passkeys.length === 1 && <p class="mt-2">It is your last passkey: your recovery codes go with it.</p>}
      </ConfirmDialog>
    </Section>
  )
})
