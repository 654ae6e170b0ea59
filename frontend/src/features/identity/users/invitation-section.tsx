import { $, component$, type QRL, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, useAction } from "~/components/action"
import { Ago } from "~/components/ui/ago"
import { dateTime } from "~/lib/format"
import { type Invitation, InvitationDialog } from "./invitation-dialog"
import { SecuritySection } from "./security-section"
import type { Security, User } from "./user"

interface InvitationSectionProps {
  readonly user: User
  readonly invitation: Security["invitation"]
  readonly locked: boolean
  readonly onChanged$: QRL<() => void>
}

export const InvitationSection = component$<InvitationSectionProps>(({ invitation, locked, onChanged$, user }) => {
  const made = useSignal<Invitation | null>(null)
  const subject = { id: user.id, name: user.full_name }
  const invite = useAction({
    run$: $(({ id }: { readonly id: number; readonly name: string }) =>
      call("POST /api/admin/users/:user_id/invitation", { params: { user_id: id } })
    ),
    after$: $(async (answer: Invitation) => {
      if (answer.link !== null) made.value = answer
      await onChanged$()
    }),
    toast$: $(({ link, recipient }: Invitation) =>
      link === null ? { text: `The invitation is sent to ${recipient}` } : null
    )
  })
  const revoke = useAction({
    run$: $(({ id }: { readonly id: number; readonly name: string }) =>
      call("DELETE /api/admin/users/:user_id/invitation", { params: { user_id: id } })
    ),
    after$: $(() => onChanged$()),
    toast$: $(() => ({ text: "The invitation is revoked" }))
  })
  return (
    <SecuritySection title="Invitation">
      <p class="mb-3 text-ink-2">
        {invitation === null ? (
          "No password yet. An invitation link lets them choose one; it is valid once, for 7 days."
        ) : (
          <>
            Invited <Ago at={invitation.created_at} />, not accepted yet. The link is valid until{" "}
            {dateTime(invitation.expires_at)}.
          </>
        )}
      </p>
      <div class="flex flex-wrap gap-2">
        <ActionButton
          action={invite}
          on={subject}
          label={invitation === null ? "Invite" : "Make a new link"}
          icon="user-plus"
          disabled={locked}
        />
        {invitation !== null && (
          <ActionButton action={revoke} on={subject} label="Revoke invitation" icon="ban" disabled={locked} />
        )}
      </div>
      <InvitationDialog open={made} />
    </SecuritySection>
  )
})
