import { $, component$, type QRL } from "@builder.io/qwik"
import { ActionButton, ConfirmDialog, type Subject, useAction } from "~/components/action"
import { counted } from "~/lib/format"
import { deleteProvider, listProviders, type ProviderRow } from "./provider-row"

interface DeletionTarget extends Subject {
  readonly type: ProviderRow["type"]
  readonly provider: string
  readonly identity_count: number
}

const asTarget = ({ id, identity_count, key, label, type }: ProviderRow): DeletionTarget => ({
  id: key,
  name: label,
  type,
  provider: id,
  identity_count
})

const DeleteText = component$<{ readonly subject: DeletionTarget }>(({ subject }) => (
  <p>
    {subject.identity_count === 0
      ? "Nobody signs in with it."
      : `${counted(subject.identity_count, "identity gets", "identities get")} revoked, and the sessions and API ` +
        "tokens of those people end at once."}{" "}
    A provider that is made with this id later starts without them.
  </p>
))

interface RemoveProviderProps {
  readonly row: ProviderRow
  readonly iconOnly?: boolean
  readonly onGone$: QRL<() => unknown>
  readonly onStale$: QRL<() => unknown>
}

export const RemoveProvider = component$<RemoveProviderProps>(({ iconOnly, onGone$, onStale$, row }) => {
  const remove = useAction({
    run$: $(({ name, provider, type }: DeletionTarget) => deleteProvider({ type, id: provider }, name)),
    done: "is deleted",
    after$: $(() => onGone$()),
    again$: $(async ({ id }: DeletionTarget) => {
      await onStale$()
      const current = (await listProviders()).find(({ key }) => key === id)
      return current === undefined ? null : asTarget(current)
    })
  })
  return (
    <>
      <ActionButton
        action={remove}
        on={asTarget(row)}
        asks
        iconOnly={iconOnly ?? false}
        label={iconOnly ? `Delete ${row.label}` : "Delete provider"}
        icon="trash-2"
        class="btn-secondary text-danger"
      />
      <ConfirmDialog
        action={remove}
        id="delete-provider"
        title="Delete"
        named
        button="Delete provider"
        typed="name"
        about={DeleteText}
      />
    </>
  )
})
