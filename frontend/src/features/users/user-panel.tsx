import { component$, type QRL, type Signal } from "@builder.io/qwik"
import type { User } from "~/client/users"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import { Tabs } from "~/components/ui/tabs"
import { useMe } from "~/lib/use-me"
import { whyNotManage } from "./roles"
import { UserDetails } from "./user-details"
import { UserSecurity } from "./user-security"

const TABS = [{ id: "details", label: "Details" }, { id: "security", label: "Security" }]

interface UserPanelProps {
  readonly user: User
  /** Which tab is shown; it stays while one walks through the rows. */
  readonly tab: Signal<string>
  readonly onClose$: QRL<() => void>
  readonly onChanged$: QRL<() => void>
  readonly onDelete$: QRL<() => void>
}

export const UserPanel = component$<UserPanelProps>(({ onChanged$, onClose$, onDelete$, tab, user }) => {
  const me = useMe()
  const own = me.value?.id === user.id
  const refused = own ? "Nobody deletes their own account." : whyNotManage(me.value?.role, user.role)
  return (
    <Panel kind="User" title={user.full_name} onClose$={onClose$}>
      <div class="sticky top-0 z-1 -mx-4 mb-4 border-b border-line bg-surface px-4">
        <Tabs id="user-tabs" label={`About ${user.full_name}`} tabs={TABS} current={tab} />
      </div>
      <div role="tabpanel" id="user-tabs-panel" aria-labelledby={`user-tabs-${tab.value}`}>
        {tab.value === "details"
          ? <UserDetails key="details" user={user} onChanged$={onChanged$} />
          : <UserSecurity key="security" user={user} onChanged$={onChanged$} />}
      </div>
      <div q:slot="actions" class="contents">
        <button type="button" class="btn btn-secondary text-danger" disabled={me.value === undefined || refused !== ""} aria-describedby={refused ? "why-not-delete" : undefined} onClick$={onDelete$}>
          <Icon name="trash-2" /> Delete user
        </button>
        {refused && <p id="why-not-delete" class="self-center text-xs text-ink-3">{refused}</p>}
      </div>
    </Panel>
  )
})
