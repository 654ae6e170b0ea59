import { $, component$ } from "@builder.io/qwik"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { dateTime } from "~/lib/format"
import { RemoveUser } from "./remove-user"
import { RoleBadge } from "./role-badge"
import type { User } from "./user"
import { waysIn } from "./ways-in"

/** Somebody at a glance; what is changed of them, and how they prove who they are, is on their page. */
export const UserPanel = component$<PanelProps<User>>(({ listing, row: user }) => (
  <Panel kind="Console user" title={user.full_name} onClose$={$(() => openRow(listing, ""))}>
    <dl class="facts">
      <dt>E-mail</dt><dd class="break-all">{user.email}</dd>
      <dt>Role</dt><dd><RoleBadge role={user.role} /></dd>
      <dt>State</dt><dd>{user.is_active ? "Active" : <Badge text="Inactive" tone="danger" icon="ban" />}</dd>
      <dt>Signs in with</dt><dd>{waysIn(user) || "Nothing yet: set a password, or link an identity"}</dd>
      <dt>Last sign-in</dt><dd>{user.last_login_at ? <Ago at={user.last_login_at} /> : "Never"}</dd>
      <dt>Created</dt><dd>{dateTime(user.created_at)}</dd>
    </dl>
    <div q:slot="actions" class="contents">
      <NavLink href={`/admin/users/${user.id}`} class="btn btn-primary flex-1"><Icon name="pencil" /> Open</NavLink>
      <RemoveUser user={user} iconOnly onGone$={$(() => changed(listing, ""))} onStale$={$(() => changed(listing))} />
    </div>
  </Panel>
))
