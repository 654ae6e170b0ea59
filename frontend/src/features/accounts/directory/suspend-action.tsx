import { $, component$, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import type { Owner } from "~/features/accounts/rgw-settings/on-gateway"

interface SuspendUserProps {
  readonly owner: Owner
  readonly isSuspended: boolean
  readonly disabled: boolean
  readonly onDone$: QRL<() => void>
}

const SuspendText = component$<{ readonly subject: Owner }>(({ subject }) => (
  <p>
    The gateway refuses every request of {subject.name}, with any of its keys, until it is enabled. Nothing is deleted.
  </p>
))

const suspension = ({ gateway }: Owner, suspended: boolean) =>
  call("PUT /api/cluster-admin/endpoints/:endpoint_id/users/:user_id/suspension", {
    params: { endpoint_id: gateway?.endpoint_id ?? 0, user_id: gateway?.external_id ?? "" },
    body: { suspended }
  })

export const SuspendUserAction = component$<SuspendUserProps>(({ disabled, isSuspended, onDone$, owner }) => {
  const suspend = useAction({
    run$: $((subject: Owner) => suspension(subject, true)),
    after$: onDone$,
    toast$: $((_: unknown, { name }: Owner) => ({ text: `${name} is suspended` }))
  })
  const enable = useAction({
    run$: $((subject: Owner) => suspension(subject, false)),
    after$: onDone$,
    toast$: $((_: unknown, { name }: Owner) => ({ text: `${name} is enabled` }))
  })
  return (
    <>
      {isSuspended ? (
        <span key="enable" class="contents">
          <ActionButton action={enable} on={owner} label="Enable" icon="play" class="btn-primary flex-1" />
        </span>
      ) : (
        <span key="suspend" class="contents">
          <ActionButton
            action={suspend}
            on={owner}
            asks
            label="Suspend"
            icon="ban"
            class="btn-secondary flex-1"
            disabled={disabled}
          />
        </span>
      )}
      <ConfirmDialog action={suspend} id="suspend" title="Suspend" named button="Suspend" about={SuspendText} />
    </>
  )
})
