import { $, component$, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ActionButton, ConfirmDialog, orGone, type Subject, useAction } from "~/components/action"
import { useMe } from "~/lib/use-me"
import { whyNotManage } from "./roles"
import type { User } from "./user"

type RemovedUser = Answer<"DELETE /api/admin/users/:user_id">

interface DeletionTarget extends Subject {
  readonly id: number
  readonly full_name: string
}

const asTarget = ({ email, full_name, id }: User): DeletionTarget => ({ id, name: email, full_name })

const DeleteText = component$<{ readonly subject: DeletionTarget }>(({ subject }) => (
  <p>
    The account of <b class="font-medium text-ink">{subject.full_name}</b> goes for good, with its passkeys, identities
    and links to RGW accounts. Its sessions and API tokens end at once. To keep the account and shut it, take “Active”
    away instead.
  </p>
))

interface RemoveUserProps {
  readonly user: User
  readonly iconOnly?: boolean
  readonly onGone$: QRL<() => unknown>
  readonly onStale$: QRL<() => unknown>
}

export const RemoveUser = component$<RemoveUserProps>(({ iconOnly, onGone$, onStale$, user }) => {
  const me = useMe()
  const own = me.value?.id === user.id
  const refused = own ? "Nobody deletes their own account." : whyNotManage(me.value?.role, user.role)
  const remove = useAction({
    run$: $(({ id, name }: DeletionTarget) =>
      call("DELETE /api/admin/users/:user_id", { params: { user_id: id }, query: { confirm_name: name } })
    ),
    after$: $(() => onGone$()),
    again$: $(async ({ id }: DeletionTarget) => {
      await onStale$()
      const current = await orGone(call("GET /api/admin/users/:user_id", { params: { user_id: id } }))
      return current && asTarget(current)
    }),
    toast$: $(({ name }: RemovedUser) => ({ text: `${name} is deleted`, detail: "Nothing on a gateway was changed." }))
  })
  return (
    <>
      <ActionButton
        action={remove}
        on={asTarget(user)}
        asks
        iconOnly={iconOnly ?? false}
        label={iconOnly ? `Delete ${user.full_name}` : "Delete console user"}
        icon="trash-2"
        class="btn-secondary text-danger"
        disabled={me.value === undefined || refused !== ""}
        {...(refused ? { describedBy: "why-not-delete" } : {})}
      />
      {refused && (
        <p id="why-not-delete" class="self-center text-xs text-ink-3">
          {refused}
        </p>
      )}
      <ConfirmDialog
        action={remove}
        id="delete-user"
        title="Delete"
        named
        button="Delete console user"
        typed="name"
        about={DeleteText}
      />
    </>
  )
})
