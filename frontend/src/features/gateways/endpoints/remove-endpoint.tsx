import { $, component$, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ActionButton, ConfirmDialog, orGone, useAction } from "~/components/action"
import type { StorageEndpoint } from "./cells"

type RemovedEndpoint = Answer<"DELETE /api/admin/storage-endpoints/:id">

const DeleteText = component$<{ readonly subject: StorageEndpoint }>(({ subject }) =>
  subject.is_sandbox ? (
    <p>
      The RGW accounts, RGW users, S3 connections and rate cards of the sandbox are deleted with it, and its files at
      the next start. While no other storage endpoint is registered, the next start offers a new sandbox, unless{" "}
      <code class="font-mono text-xs">SANDBOX_GATEWAY=false</code> is set.
    </p>
  ) : (
    <p>
      Stowage forgets this endpoint and its stored key. Nothing on the gateway is changed. An endpoint to which RGW
      accounts, RGW users, S3 connections or rate cards belong is not deleted.
    </p>
  )
)

interface RemoveEndpointProps {
  readonly row: StorageEndpoint
  readonly iconOnly?: boolean
  readonly onGone$: QRL<() => unknown>
  readonly onStale$: QRL<() => unknown>
}

export const RemoveEndpoint = component$<RemoveEndpointProps>(({ iconOnly, onGone$, onStale$, row }) => {
  const remove = useAction({
    run$: $(({ id, name }: StorageEndpoint) =>
      call("DELETE /api/admin/storage-endpoints/:id", { params: { id }, query: { confirm_name: name } })
    ),
    after$: $(() => onGone$()),
    again$: $(async ({ id }: StorageEndpoint) => {
      await onStale$()
      return orGone(call("GET /api/admin/storage-endpoints/:id", { params: { id } }))
    }),
    toast$: $(({ name }: RemovedEndpoint) => ({
      text: `${name} is deleted`,
      detail: "Nothing on the gateway was changed."
    }))
  })
  return (
    <>
      <ActionButton
        action={remove}
        on={row}
        asks
        iconOnly={iconOnly ?? false}
        label={iconOnly ? `Delete ${row.name}` : "Delete endpoint"}
        icon="trash-2"
        class="btn-secondary text-danger"
      />
      <ConfirmDialog
        action={remove}
        id="delete-endpoint"
        title="Delete"
        named
        button="Delete endpoint"
        typed="name"
        about={DeleteText}
      />
    </>
  )
})
