import { $, component$ } from "@builder.io/qwik"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { dateTime, int } from "~/lib/format"
import type { GroupRow } from "./group"
import { RemoveGroup } from "./remove-group"

export const GroupPanel = component$<PanelProps<GroupRow>>(({ listing, row }) => (
  <Panel kind="Group" title={row.name} onClose$={$(() => openRow(listing, ""))}>
    <dl class="facts">
      <dt>Description</dt>
      <dd class="break-words">{row.description || "None"}</dd>
      <dt>People</dt>
      <dd>{int(row.member_count)}</dd>
      <dt>RGW accounts</dt>
      <dd>{int(row.account_count)}</dd>
      <dt>RGW users</dt>
      <dd>{int(row.s3_user_count)}</dd>
      <dt>Changed</dt>
      <dd>{dateTime(row.updated_at)}</dd>
      <dt>Created</dt>
      <dd>{dateTime(row.created_at)}</dd>
    </dl>
    <div q:slot="actions" class="contents">
      <NavLink href={`/admin/groups/${row.id}`} class="btn btn-primary flex-1">
        <Icon name="pencil" /> Open
      </NavLink>
      <RemoveGroup group={row} iconOnly onGone$={$(() => changed(listing, ""))} onStale$={$(() => changed(listing))} />
    </div>
  </Panel>
))
