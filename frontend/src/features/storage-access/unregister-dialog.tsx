import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import type { Unregistered } from "~/client/storage-access"
import { ConfirmDialog } from "~/components/ui/confirm-dialog"
import { toast, useToasts } from "~/lib/toasts"

interface UnregisterDialogProps {
  readonly open: Signal<boolean>
  readonly name: string
  readonly onUnregister$: QRL<() => Promise<Unregistered>>
}

/** Forgets an account or user here. The gateway keeps it; what of ours stays there is said. */
export const UnregisterDialog = component$<UnregisterDialogProps>(({ name, onUnregister$, open }) => {
  const toasts = useToasts()
  return (
    <ConfirmDialog
      id="unregister"
      open={open}
      title={`Unregister ${name}`}
      action="Unregister"
      typed={name}
      onConfirm$={$(async () => {
        const { remains } = await onUnregister$()
        toast(toasts, { tone: remains.length > 0 ? "info" : "ok", text: `${name} is unregistered`, detail: remains.join(" ") || "It still exists on the gateway." })
      })}
    >
      <p>Nobody can act as it here any more. It stays on the gateway with all its buckets; only the key that Stowage made for itself is taken away.</p>
    </ConfirmDialog>
  )
})
