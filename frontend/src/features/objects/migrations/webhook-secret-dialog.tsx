import { component$, type Signal } from "@builder.io/qwik"
import { CopyButton } from "~/components/ui/copy-button"
import { Dialog } from "~/components/ui/dialog"
import { ShownOnceFooter, useShownOnceGuard } from "~/components/ui/shown-once"
import type { SavedMigration } from "./migration"

export interface CreatedWebhook {
  readonly url: string
  readonly secret: string
}

export const createdWebhook = ({ draft, webhook_secret }: SavedMigration): CreatedWebhook | null =>
  webhook_secret === null ? null : { url: draft.webhook_url ?? "", secret: webhook_secret }

export const WebhookSecretDialog = component$<{ readonly open: Signal<CreatedWebhook | null> }>(({ open }) => {
  const { ask, held, leaving } = useShownOnceGuard(open, true)
  const made = open.value
  return (
    <Dialog open={open} title="Secret of the webhook" held={held} onHeld$={ask}>
      {made !== null && (
        <>
          <div class="grid gap-4 px-5 py-4">
            <p class="text-ink-2">
              Events for <span class="font-mono text-xs wrap-anywhere">{made.url}</span> are signed with this secret. It
              is shown only now.
            </p>
            <p
              class="rounded-ctl bg-sunken px-3 py-2 font-mono text-xs break-all"
              role="group"
              aria-label="Secret of the webhook"
              data-testid="webhook-secret"
            >
              {made.secret}
            </p>
            <div>
              <CopyButton text={made.secret} label="Copy secret" />
            </div>
          </div>
          <ShownOnceFooter
            open={open}
            leaving={leaving}
            text="Without a copy signatures cannot be verified: another address gets another secret."
          />
        </>
      )}
    </Dialog>
  )
})
