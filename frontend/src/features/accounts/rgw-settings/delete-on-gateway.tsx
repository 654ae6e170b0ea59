import { $, component$, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ActionButton, ConfirmDialog, orGone, useAction } from "~/components/action"
import type { Owner } from "./on-gateway"

interface Subject extends Owner {
  readonly uid: string
}

const AboutDeletion = component$<{ readonly subject: Subject }>(({ subject }) => (
  <div class="grid gap-2">
    {subject.kind === "user" ? (
      <p>
        The RGW user <span class="font-mono text-xs break-all">{subject.uid}</span> is deleted on the gateway with all
        its keys, and nobody can act as it here any more. It cannot be brought back.
      </p>
    ) : (
      <p>
        The RGW account is deleted on the gateway with its root user{" "}
        <span class="font-mono text-xs break-all">{subject.uid}</span>, and nobody can act as it here any more. It
        cannot be brought back.
      </p>
    )}
    <p>Buckets are never deleted along with it: while it owns any, nothing happens.</p>
  </div>
))

const end = ({ id, kind, name }: Subject): Promise<Answer<"DELETE /api/admin/s3-users/:id/gateway">> => {
  const request = { params: { id }, query: { confirm_name: name } }
  return kind === "user"
    ? call("DELETE /api/admin/s3-users/:id/gateway", request)
    : call("DELETE /api/admin/accounts/:id/gateway", request)
}

const read = async (subject: Subject): Promise<Subject> => {
  const params = { id: subject.id }
  const { name } =
    subject.kind === "user"
      ? await call("GET /api/admin/s3-users/:id", { params })
      : await call("GET /api/admin/accounts/:id", { params })
  return { ...subject, name }
}

export const DeleteOnGateway = component$<{
  readonly owner: Owner
  readonly uid: string
  readonly onGone$: QRL<() => unknown>
}>(({ onGone$, owner, uid }) => {
  const action = useAction({
    run$: $((subject: Subject) => end(subject)),
    after$: $(() => onGone$()),
    again$: $((subject: Subject) => orGone(read(subject))),
    toast$: $(({ external_id, name }: Answer<"DELETE /api/admin/s3-users/:id/gateway">) => ({
      text: `${name} is deleted`,
      detail: `The gateway has no ${external_id} any more.`
    }))
  })
  return (
    <>
      <ActionButton
        action={action}
        on={{ ...owner, uid }}
        asks
        label="Delete on the gateway"
        icon="trash-2"
        class="btn-danger"
      />
      <ConfirmDialog
        action={action}
        id="delete-on-gateway"
        title="Delete"
        named
        button={owner.kind === "user" ? "Delete RGW user" : "Delete RGW account"}
        typed="name"
        about={AboutDeletion}
      />
    </>
  )
})
