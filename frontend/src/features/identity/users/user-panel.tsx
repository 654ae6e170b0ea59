import { $, component$ } from "@builder.io/qwik"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { counted } from "~/lib/format"
import { AccessInShort } from "~/features/identity/rights/effective-access"
import { membershipSource } from "~/features/identity/rights/linked"
import { RemoveUser } from "./remove-user"
import { RoleBadge } from "./role-badge"
import type { User } from "./user"
import { signInMethodsText } from "./sign-in-methods-text"

const MAX_GROUPS = 4
const MAX_RIGHTS = 6

export const UserPanel = component$<PanelProps<User>>(({ listing, row: user }) => (
  <Panel kind="Console user" title={user.full_name} onClose$={$(() => openRow(listing, ""))}>
    <dl class="facts">
      <dt>E-mail</dt>
      <dd class="break-all">{user.email}</dd>
      <dt>Role</dt>
      <dd>
        <RoleBadge role={user.role} />
      </dd>
      <dt>State</dt>
      <dd>{user.is_active ? "Active" : <Badge text="Inactive" tone="danger" icon="ban" />}</dd>
      <dt>Signs in with</dt>
      <dd>{signInMethodsText(user) || "Nothing yet: invite them, set a password, or link an identity"}</dd>
      <dt>Last sign-in</dt>
      <dd>{user.last_login_at ? <Ago at={user.last_login_at} /> : "Never"}</dd>
      {user.group_details.length > 0 && (
        <>
          <dt>Groups</dt>
          <dd>
            {user.group_details.slice(0, MAX_GROUPS).map((group) => (
              <span key={group.group_id} class="block break-words">
                <NavLink href={`/admin/groups/${group.group_id}`} class="link">
                  {group.name}
                </NavLink>
                {membershipSource(group) && (
                  <span class="block text-xs text-ink-3">put in {membershipSource(group)}</span>
                )}
              </span>
            ))}
            {user.group_details.length > MAX_GROUPS && (
              <span class="text-xs text-ink-3">
                and {counted(user.group_details.length - MAX_GROUPS, "further group")}
              </span>
            )}
          </dd>
        </>
      )}
    </dl>
    <AccessInShort access={user.effective_access} of={user} most={MAX_RIGHTS} href={`/admin/users/${user.id}`} />
    <div q:slot="actions" class="contents">
      <NavLink href={`/admin/users/${user.id}`} class="btn btn-primary flex-1">
        <Icon name="pencil" /> Open
      </NavLink>
      <RemoveUser user={user} iconOnly onGone$={$(() => changed(listing, ""))} onStale$={$(() => changed(listing))} />
    </div>
  </Panel>
))
