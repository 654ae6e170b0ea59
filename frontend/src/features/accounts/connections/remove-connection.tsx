import { $, component$, type QRL } from "@builder.io/qwik"
import type { Answer } from "~/client/contract"
import { ActionButton, ConfirmDialog, orGone, useAction } from "~/components/action"
import { type Connection, readConnection, removeConnection, type Side } from "./connection"

type RemovedConnection = Answer<"DELETE /api/connections/:id">

const sideOf = ({ ownership }: Connection): Side => (ownership === "shared" ? "shared" : "own")

const DeleteText = component$<{ readonly subject: Connection }>(({ subject }) => (
  <p>
    Stowage forgets this connection and its keys. Nothing on the gateway is changed, and the keys go on working there.
    {subject.user_count > 0 &&
      ` ${subject.user_count === 1 ? "One console user loses it" : `${subject.user_count} console users lose it`}, ` +
        "with everything that they have open as it."}
  </p>
))

interface RemoveConnectionProps {
  readonly row: Connection
  readonly iconOnly?: boolean
  readonly onGone$: QRL<() => unknown>
  readonly onStale$: QRL<() => unknown>
}

export const RemoveConnection = component$<RemoveConnectionProps>(({ iconOnly, onGone$, onStale$, row }) => {
  const action = useAction({
    run$: $((subject: Connection) => removeConnection(sideOf(subject), subject.id, subject.name)),
    after$: $(() => onGone$()),
    again$: $(async (subject: Connection) => {
      await onStale$()
      return orGone(readConnection(sideOf(subject), subject.id))
    }),
    toast$: $(({ name }: RemovedConnection) => ({
      text: `${name} is deleted`,
      detail: "Nothing on the gateway was changed."
    }))
  })
  return (
    <>
      <ActionButton
        action={action}
        on={row}
        asks
        iconOnly={iconOnly ?? false}
        disabled={row.server_managed}
        label={iconOnly ? `Delete ${row.name}` : "Delete connection"}
        icon="trash-2"
        class="btn-secondary text-danger"
      />
      <ConfirmDialog
        action={action}
        id="delete-connection"
        title="Delete"
        named
        button="Delete connection"
        typed="name"
        about={DeleteText}
      />
    </>
  )
})
