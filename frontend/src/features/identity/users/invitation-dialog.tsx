import { component$, type Signal } from "@builder.io/qwik"
import type { Answer } from "~/client/contract"
import { CopyButton } from "~/components/ui/copy-button"
import { Dialog } from "~/components/ui/dialog"
import { ShownOnceFooter, useShownOnceGuard } from "~/components/ui/shown-once"
import { dateTime } from "~/lib/format"

export type Invitation = Answer<"POST /api/admin/users/:user_id/invitation">

export const InvitationDialog = component$<{ readonly open: Signal<Invitation | null> }>(({ open }) => {
  const { ask, held, leaving } = useShownOnceGuard(open, true)
  const invitation = open.value
  return (
    <Dialog open={open} title="Invitation link" held={held} onHeld$={ask}>
      {invitation !== null && (
        <>
          <div class="grid gap-4 px-5 py-4">
            {invitation.mail_problem !== null && (
              <p class="alert alert-warn">The e-mail could not be sent: {invitation.mail_problem}.</p>
            )}
            <p class="text-ink-2">
              Give this link to {invitation.recipient}. With it they choose a password, once, until{" "}
              <b class="text-ink">{dateTime(invitation.expires_at)}</b>. It is shown only now.
            </p>
            <p
              class="rounded-ctl bg-sunken px-3 py-2 font-mono text-xs break-all"
              role="group"
              aria-label="Invitation link"
              data-testid="invitation-link"
            >
              {invitation.link}
            </p>
            <div>
              <CopyButton text={invitation.link ?? ""} label="Copy link" />
            </div>
          </div>
          <ShownOnceFooter
            open={open}
            leaving={leaving}
            text="Without a copy this link is of no use: make a new one then."
          />
        </>
      )}
    </Dialog>
  )
})
