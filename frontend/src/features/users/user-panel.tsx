import { $, component$, useTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Panel } from "~/components/ui/panel"
import { Tabs } from "~/components/ui/tabs"
import { useMe } from "~/lib/use-me"
import { whyNotManage } from "./roles"
import type { User } from "./user"
import { UserDetails } from "./user-details"
import { UserSecurity } from "./user-security"

const TABS = [{ id: "details", label: "Details" }, { id: "security", label: "Security" }]

const DeleteText = component$(() => (
  <p>
    The account goes for good, with its passkeys, identities and links to gateway accounts. Its sessions and API tokens end at once.
    To keep the account and shut it, take “Active” away instead.
  </p>
))

export const UserPanel = component$<PanelProps<User>>(({ listing, row: user }) => {
  const me = useMe()
  const own = me.value?.id === user.id
  const refused = own ? "Nobody deletes their own account." : whyNotManage(me.value?.role, user.role)
  const remove = useAction({
    run$: $(({ id }: { readonly id: number; readonly name: string; readonly email: string }) => call("DELETE /api/admin/users/:user_id", { params: { user_id: id } })),
    after$: $(() => changed(listing, "")),
    said$: $((_: unknown, { name }: { readonly name: string }) => ({ text: `${name} is deleted`, detail: "Nothing on a gateway was changed." }))
  })
  const { tab } = listing
  useTask$(() => { tab.value ||= "details" })
  const changedHere = $(() => changed(listing))
  return (
    <Panel kind="User" title={user.full_name} onClose$={$(() => openRow(listing, ""))}>
      <div class="sticky top-0 z-1 -mx-4 mb-4 border-b border-line bg-surface px-4">
        <Tabs id="user-tabs" label={`About ${user.full_name}`} tabs={TABS} current={tab} />
      </div>
      <div role="tabpanel" id="user-tabs-panel" aria-labelledby={`user-tabs-${tab.value}`}>
        {tab.value === "details"
          ? <UserDetails key="details" user={user} onChanged$={changedHere} />
          : <UserSecurity key="security" user={user} onChanged$={changedHere} />}
      </div>
      <div q:slot="actions" class="contents">
        <ActionButton
          action={remove}
          on={{ id: user.id, name: user.full_name, email: user.email }}
          asks
          label="Delete user"
          icon="trash-2"
          class="btn-secondary text-danger"
          disabled={me.value === undefined || refused !== ""}
          {...(refused ? { describedBy: "why-not-delete" } : {})}
        />
        {refused && <p id="why-not-delete" class="self-center text-xs text-ink-3">{refused}</p>}
        <ConfirmDialog action={remove} id="delete-user" title="Delete" named button="Delete user" typed="email" about={DeleteText} />
      </div>
    </Panel>
  )
})
