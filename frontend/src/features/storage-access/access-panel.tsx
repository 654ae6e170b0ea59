import { component$, type QRL } from "@builder.io/qwik"
import type { Account, S3User } from "~/client/storage-access"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import { dateTime } from "~/lib/format"

const ROLES = { account_administrator: "Account administrator", portal_manager: "Portal manager", portal_user: "Portal user" } as const

interface AccessPanelProps {
  readonly kind: "RGW account" | "RGW user"
  readonly row: Account | S3User
  readonly onClose$: QRL<() => void>
  readonly onUnregister$: QRL<() => void>
}

/** A registered account or user: whose it is, where it lives, who may act as it. */
export const AccessPanel = component$<AccessPanelProps>(({ kind, onClose$, onUnregister$, row }) => (
  <Panel kind={kind} title={row.name} onClose$={onClose$}>
    <dl class="facts">
      {"rgw_account_id" in row && <><dt>Account id</dt><dd class="font-mono text-xs break-all">{row.rgw_account_id}</dd></>}
      <dt>{"rgw_account_id" in row ? "Root user" : "User id"}</dt><dd class="font-mono text-xs break-all">{row.rgw_user_uid}</dd>
      <dt>Endpoint</dt><dd>{row.storage_endpoint_name}<span class="block font-mono text-xs break-all text-ink-3">{row.storage_endpoint_url}</span></dd>
      <dt>Context</dt><dd class="font-mono text-xs">{"rgw_account_id" in row ? row.id : `s3u-${row.id}`}</dd>
      <dt>Registered</dt><dd>{dateTime(row.created_at)}</dd>
    </dl>
    <h3 class="mt-6 mb-2 font-medium">Who may act as it</h3>
    {row.user_links.length + row.group_links.length === 0 ? <p class="text-ink-3">Nobody yet.</p> : (
      <ul class="grid gap-2">
        {row.user_links.map((link) => (
          <li key={link.user_id} class="flex items-center gap-2">
            <Icon name="user" class="text-ink-3" />
            <span class="min-w-0 flex-1 truncate" title={link.email}>{link.full_name}</span>
            {link.manager_role && <Badge text={ROLES[link.manager_role]} />}
            {link.portal_role && <Badge text={ROLES[link.portal_role]} />}
          </li>
        ))}
        {row.group_links.map((link) => (
          <li key={`g${link.group_id}`} class="flex items-center gap-2">
            <Icon name="users" class="text-ink-3" />
            <span class="min-w-0 flex-1 truncate">{link.name}</span>
            {link.manager_role && <Badge text={ROLES[link.manager_role]} />}
            {link.portal_role && <Badge text={ROLES[link.portal_role]} />}
          </li>
        ))}
      </ul>
    )}
    <button q:slot="actions" type="button" class="btn btn-secondary text-danger" onClick$={onUnregister$}><Icon name="trash-2" /> Unregister</button>
  </Panel>
))
