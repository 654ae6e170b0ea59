import {
  $,
  component$,
  createContextId,
  type QRL,
  type Signal,
  useContext,
  useContextProvider,
  useSignal,
  useTask$
} from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import type { Owner } from "~/features/accounts/rgw-settings/on-gateway"

interface FreezeProps {
  readonly owner: Owner
  readonly isFrozen: boolean
  readonly onDone$: QRL<() => void>
}

const SuspendUsersContext = createContextId<Signal<boolean>>("stowage.freeze-suspends-users")

const FreezeText = component$<{ readonly subject: Owner }>(({ subject }) => {
  const suspendUsers = useContext(SuspendUsersContext)
  // each question begins unchecked
  useTask$(() => {
    suspendUsers.value = false
  })
  return (
    <>
      <p>
        No object can be written to {subject.name}, by anybody, and no bucket can be created, until it is unfrozen.
        Reads continue.
      </p>
      <p class="mt-2 font-medium text-ink">Deletes still pass: a freeze does not protect what is stored.</p>
      <label class="mt-4 flex gap-2">
        <input
          type="checkbox"
          class="check mt-0.5"
          checked={suspendUsers.value}
          onChange$={(_, { checked }) => {
            suspendUsers.value = checked
          }}
        />
        <span>
          Suspend its RGW users as well
          <span class="block text-ink-2">
            Then their keys read and delete nothing either. Sessions of roles go on until they expire.
          </span>
        </span>
      </label>
    </>
  )
})

const UnfreezeText = component$<{ readonly subject: Owner }>(({ subject }) => (
  <p>
    {subject.name} gets its former quota and bucket limit back, and the RGW users that the freeze suspended are enabled.
  </p>
))

const place = ({ gateway }: Owner) => ({
  params: { endpoint_id: gateway?.endpoint_id ?? 0, account_id: gateway?.external_id ?? "" }
})

export const FreezeActions = component$<FreezeProps>(({ isFrozen, onDone$, owner }) => {
  const suspendUsers = useSignal(false)
  useContextProvider(SuspendUsersContext, suspendUsers)
  const freeze = useAction({
    run$: $((subject: Owner) =>
      call("POST /api/cluster-admin/endpoints/:endpoint_id/accounts/:account_id/freeze", {
        ...place(subject),
        body: { suspend_users: suspendUsers.value }
      })
    ),
    after$: onDone$,
    toast$: $((_: unknown, { name }: Owner) => ({ text: `${name} is frozen` }))
  })
  const unfreeze = useAction({
    run$: $((subject: Owner) =>
      call("DELETE /api/cluster-admin/endpoints/:endpoint_id/accounts/:account_id/freeze", place(subject))
    ),
    after$: onDone$,
    toast$: $((_: unknown, { name }: Owner) => ({ text: `${name} is unfrozen` }))
  })
  return (
    <>
      {isFrozen ? (
        <span key="unfreeze" class="contents">
          <ActionButton action={unfreeze} on={owner} asks label="Unfreeze" icon="play" class="btn-primary flex-1" />
        </span>
      ) : (
        <span key="freeze" class="contents">
          <ActionButton action={freeze} on={owner} asks label="Freeze" icon="pause" class="btn-secondary flex-1" />
        </span>
      )}
      <ConfirmDialog action={freeze} id="freeze" title="Freeze" named button="Freeze" about={FreezeText} />
      <ConfirmDialog
        action={unfreeze}
        id="unfreeze"
        title="Unfreeze"
        named
        button="Unfreeze"
        harmless
        about={UnfreezeText}
      />
    </>
  )
})
