import { $, component$ } from "@builder.io/qwik"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import { Badge } from "~/components/ui/badge"
import type { Loaded } from "~/lib/use-loaded"
import { type Owner, setSuspended, type UserOnGateway } from "./on-gateway"
import { SettingSection } from "./section"

const SuspendText = component$<{ readonly subject: Owner }>(({ subject }) => (
  <p>
    The gateway refuses every request of {subject.name}, with any of its keys, until it is enabled again.{" "}
    {subject.gateway === undefined && "Stowage acts by such a key: its buckets cannot be opened here meanwhile. "}
    Nothing is deleted.
  </p>
))

interface UserStateProps {
  readonly owner: Owner
  readonly loaded: Loaded<UserOnGateway>
}

export const SuspendUser = component$<UserStateProps & { readonly class?: string }>((props) => {
  const { loaded, owner } = props
  const suspend = useAction({
    run$: $((subject: Owner) => setSuspended(subject, true)),
    after$: $((updated: UserOnGateway) => {
      loaded.value = updated
    }),
    toast$: $((_: unknown, { name }: Owner) => ({ text: `${name} is suspended` }))
  })
  const enable = useAction({
    run$: $((subject: Owner) => setSuspended(subject, false)),
    after$: $((updated: UserOnGateway) => {
      loaded.value = updated
    }),
    toast$: $((_: unknown, { name }: Owner) => ({ text: `${name} is enabled again` }))
  })
  const user = loaded.value
  return (
    <>
      {user?.suspended ? (
        <span key="enable" class="contents">
          <ActionButton
            action={enable}
            on={owner}
            label="Enable"
            named={`Enable ${owner.name}`}
            icon="play"
            class={["btn-secondary", props.class].join(" ")}
          />
        </span>
      ) : (
        <span key="suspend" class="contents">
          <ActionButton
            action={suspend}
            on={owner}
            asks
            label="Suspend"
            named={`Suspend ${owner.name}`}
            icon="ban"
            class={["btn-secondary", props.class].join(" ")}
            disabled={loaded.value?.administers ?? true}
          />
        </span>
      )}
      <ConfirmDialog action={suspend} id="suspend" title="Suspend" named button="Suspend" about={SuspendText} />
    </>
  )
})

/** In Cluster Admin the action is at the foot of the panel. */
export const UserState = component$<UserStateProps>(({ loaded, owner }) => {
  const user = loaded.value
  if (user === null) return null
  return (
    <SettingSection title="State">
      {owner.gateway === undefined && (
        <span q:slot="action" class="contents">
          <SuspendUser owner={owner} loaded={loaded} />
        </span>
      )}
      <p data-testid="state">
        {user.suspended ? (
          <>
            <Badge text="Suspended" tone="danger" icon="ban" />{" "}
            <span class="text-ink-2">The gateway refuses every request of this RGW user.</span>
          </>
        ) : (
          <>
            <Badge text="Active" tone="ok" />{" "}
            {user.administers && (
              <span class="text-ink-2">
                It is the technical user of the storage endpoint, and cannot be suspended here.
              </span>
            )}
          </>
        )}
      </p>
    </SettingSection>
  )
})
