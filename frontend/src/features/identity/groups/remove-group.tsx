import { $, component$, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ActionButton, ConfirmDialog, orGone, type Subject, useAction } from "~/components/action"
import { counted } from "~/lib/format"
import type { GroupRow } from "./group"

type RemovedGroup = Answer<"DELETE /api/admin/groups/:id">

interface DeletionTarget extends Subject {
  readonly id: number
  readonly members: number
}

const asTarget = ({ id, member_count, name }: GroupRow): DeletionTarget => ({ id, name, members: member_count })

const DeleteText = component$<{ readonly subject: DeletionTarget }>(({ subject }) => (
  <p>
    {subject.members === 0
      ? "Nobody is in it."
      : `${counted(subject.members, "person loses", "people lose")} at once what only this group gives.`}{" "}
    Their accounts stay, and so does what they are given directly or by other groups. Nothing on a gateway is changed.
  </p>
))

interface RemoveGroupProps {
  readonly group: GroupRow
  readonly iconOnly?: boolean
  readonly onGone$: QRL<() => unknown>
  readonly onStale$: QRL<() => unknown>
}

export const RemoveGroup = component$<RemoveGroupProps>(({ group, iconOnly, onGone$, onStale$ }) => {
  const remove = useAction({
    run$: $(({ id, name }: DeletionTarget) =>
      call("DELETE /api/admin/groups/:id", { params: { id }, query: { confirm_name: name } })
    ),
    after$: $(() => onGone$()),
    again$: $(async ({ id }: DeletionTarget) => {
      await onStale$()
      const current = await orGone(call("GET /api/admin/groups/:id", { params: { id } }))
      return current && asTarget(current)
    }),
    toast$: $(({ name }: RemovedGroup) => ({ text: `${name} is deleted`, detail: "Nothing on a gateway was changed." }))
  })
  return (
    <>
      <ActionButton
        action={remove}
        on={asTarget(group)}
        asks
        iconOnly={iconOnly ?? false}
        label={iconOnly ? `Delete ${group.name}` : "Delete group"}
        icon="trash-2"
        class="btn-secondary text-danger"
      />
      <ConfirmDialog
        action={remove}
        id="delete-group"
        title="Delete"
        named
        button="Delete group"
        typed="name"
        about={DeleteText}
      />
    </>
  )
})
