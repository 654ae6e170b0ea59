import {
  $,
  component$,
  createContextId,
  type QRL,
  useContext,
  useContextProvider,
  useStore,
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

interface FreezeOptions {
  suspend_users: boolean
  deny_roles: boolean
}

const FreezeOptionsContext = createContextId<FreezeOptions>("stowage.freeze-options")

const options = [
  {
    name: "suspend_users",
    label: "Suspend its RGW users as well",
    hint: "Then their keys read and delete nothing either."
  },
  {
    name: "deny_roles",
    label: "Stop sessions of its roles as well",
    hint: "A policy denies everything to its roles of this moment. It needs a root user with an active access key."
  }
] as const

const FreezeText = component$<{ readonly subject: Owner }>(({ subject }) => {
  const chosen = useContext(FreezeOptionsContext)
  // each question begins unchecked
  useTask$(() => {
    Object.assign(chosen, { suspend_users: false, deny_roles: false })
  })
  return (
    <>
      <p>
        No object can be written to {subject.name}, by anybody, and no bucket can be created, until it is unfrozen.
        Reads continue.
      </p>
      <p class="mt-2 font-medium text-ink">Deletes still pass: a freeze does not protect what is stored.</p>
      {options.map(({ hint, label, name }) => (
        <label key={name} class="mt-4 flex gap-2">
          <input
            type="checkbox"
            class="check mt-0.5"
            checked={chosen[name]}
            onChange$={(_, { checked }) => {
              chosen[name] = checked
            }}
          />
          <span>
            {label}
            <span class="block text-ink-2">{hint}</span>
          </span>
        </label>
      ))}
    </>
  )
})

const UnfreezeText = component$<{ readonly subject: Owner }>(({ subject }) => (
  <p>
    {subject.name} gets its former quota and bucket limit back, the RGW users that the freeze suspended are enabled, and
    its roles lose the policy that denied everything.
  </p>
))

const place = ({ gateway }: Owner) => ({
  params: { endpoint_id: gateway?.endpoint_id ?? 0, account_id: gateway?.external_id ?? "" }
})

export const FreezeActions = component$<FreezeProps>(({ isFrozen, onDone$, owner }) => {
  const chosen = useStore<FreezeOptions>({ suspend_users: false, deny_roles: false })
  useContextProvider(FreezeOptionsContext, chosen)
  const freeze = useAction({
    run$: $((subject: Owner) =>
      call("POST /api/cluster-admin/endpoints/:endpoint_id/accounts/:account_id/freeze", {
        ...place(subject),
        body: { ...chosen }
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
