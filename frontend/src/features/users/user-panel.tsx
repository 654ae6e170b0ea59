import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ActionButton, ConfirmDialog, orGone, type Subject, useAction } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Panel } from "~/components/ui/panel"
import { tabOf, Tabs } from "~/components/ui/tabs"
import { useMe } from "~/lib/use-me"
import { whyNotManage } from "./roles"
import type { User } from "./user"
import { UserDetails } from "./user-details"
import { UserSecurity } from "./user-security"

type Removed = Answer<"DELETE /api/admin/users/:user_id">

/** A console user as one is asked about them: by the e-mail address, which no two have. */
interface Doomed extends Subject {
  readonly id: number
  readonly full_name: string
}

const asDoomed = ({ email, full_name, id }: User): Doomed => ({ id, name: email, full_name })

const TABS = [{ id: "details", label: "Details" }, { id: "security", label: "Security" }]

const DeleteText = component$<{ readonly subject: Doomed }>(({ subject }) => (
  <p>
    The account of <b class="font-medium text-ink">{subject.full_name}</b> goes for good, with its passkeys, identities and links to gateway accounts. Its sessions and API tokens end at once.
    To keep the account and shut it, take “Active” away instead.
  </p>
))

export const UserPanel = component$<PanelProps<User>>(({ listing, row: user }) => {
  const me = useMe()
  const own = me.value?.id === user.id
  const refused = own ? "Nobody deletes their own account." : whyNotManage(me.value?.role, user.role)
  const remove = useAction({
    run$: $(({ id, name }: Doomed) => call("DELETE /api/admin/users/:user_id", { params: { user_id: id }, query: { confirm_name: name } })),
    after$: $(() => changed(listing, "")),
    again$: $(async ({ id }: Doomed) => {
      changed(listing)
      const user = await orGone(call("GET /api/admin/users/:user_id", { params: { user_id: id } }))
      return user && asDoomed(user)
    }),
    said$: $(({ name }: Removed) => ({ text: `${name} is deleted`, detail: "Nothing on a gateway was changed." }))
  })
  const { tab } = listing
  const shown = tabOf(TABS, tab.value)
  const changedHere = $(() => changed(listing))
  return (
    <Panel kind="User" title={user.full_name} onClose$={$(() => openRow(listing, ""))}>
      <div class="sticky top-0 z-1 -mx-4 mb-4 border-b border-line bg-surface px-4">
        <Tabs id="user-tabs" label={`About ${user.full_name}`} tabs={TABS} current={tab} />
      </div>
      <div role="tabpanel" id="user-tabs-panel" aria-labelledby={`user-tabs-${shown}`}>
        {shown === "details"
          ? <UserDetails key="details" user={user} onChanged$={changedHere} />
          : <UserSecurity key="security" user={user} onChanged$={changedHere} />}
      </div>
      <div q:slot="actions" class="contents">
        <ActionButton
          action={remove}
          on={asDoomed(user)}
          asks
          label="Delete user"
          icon="trash-2"
          class="btn-secondary text-danger"
          disabled={me.value === undefined || refused !== ""}
          {...(refused ? { describedBy: "why-not-delete" } : {})}
        />
        {refused && <p id="why-not-delete" class="self-center text-xs text-ink-3">{refused}</p>}
        <ConfirmDialog action={remove} id="delete-user" title="Delete" named button="Delete user" typed="name" about={DeleteText} />
      </div>
    </Panel>
  )
})
