import { $, component$, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ActionButton, ConfirmDialog, orGone, useAction } from "~/components/action"
import type { Account, S3User } from "./cells"

type UnregisteredTarget = Answer<"DELETE /api/admin/accounts/:id">

const UnregisterText = component$(() => (
  <p>
    Nobody can act as it here any more. It stays on the gateway with all its buckets; only the key that Stowage made for
    itself is taken away.
  </p>
))

const unregister = (row: Account | S3User): Promise<UnregisteredTarget> => {
  const request = { params: { id: row.id }, query: { confirm_name: row.name } }
  return "rgw_account_id" in row
    ? call("DELETE /api/admin/accounts/:id", request)
    : call("DELETE /api/admin/s3-users/:id", request)
}

const read = (row: Account | S3User): Promise<Account | S3User> => {
  const params = { id: row.id }
  return "rgw_account_id" in row
    ? call("GET /api/admin/accounts/:id", { params })
    : call("GET /api/admin/s3-users/:id", { params })
}

interface UnregisterProps {
  readonly row: Account | S3User
  readonly onGone$: QRL<() => unknown>
  readonly onStale$: QRL<() => unknown>
}

export const Unregister = component$<UnregisterProps>(({ onGone$, onStale$, row }) => {
  const action = useAction({
    run$: $((row: Account | S3User) => unregister(row)),
    after$: $(() => onGone$()),
    again$: $(async (row: Account | S3User) => {
      await onStale$()
      return orGone(read(row))
    }),
    toast$: $(({ name, remains }: UnregisteredTarget) => ({
      tone: remains.length > 0 ? ("info" as const) : ("ok" as const),
      text: `${name} is unregistered`,
      detail: remains.join(" ") || "It still exists on the gateway."
    }))
  })
  return (
    <>
      <ActionButton action={action} on={row} asks label="Unregister" icon="trash-2" class="btn-secondary text-danger" />
      <ConfirmDialog
        action={action}
        id="unregister"
        title="Unregister"
        named
        button="Unregister"
        typed="name"
        about={UnregisterText}
      />
    </>
  )
})
