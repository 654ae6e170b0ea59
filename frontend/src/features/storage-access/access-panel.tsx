import { $, component$, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ActionButton, ConfirmDialog, orGone, useAction } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import { dateTime } from "~/lib/format"
import type { Account, S3User } from "./cells"

const ROLES = { account_administrator: "Account administrator", portal_manager: "Portal manager", portal_user: "Portal user" } as const

const UnregisterText = component$(() => (
  <p>Nobody can act as it here any more. It stays on the gateway with all its buckets; only the key that Stowage made for itself is taken away.</p>
))

type Unregistered = Answer<"DELETE /api/admin/accounts/:id">

interface AccessPanelProps extends PanelProps<Account | S3User> {
  readonly kind: "RGW account" | "RGW user"
  readonly read$: QRL<(id: number) => Promise<Account | S3User>>
  readonly unregister$: QRL<(id: number, name: string) => Promise<Unregistered>>
}

/** A registered account or user: whose it is, where it lives, who may act as it. */
const AccessPanel = component$<AccessPanelProps>(({ kind, listing, read$, row, unregister$ }) => {
  const unregister = useAction({
    run$: $(({ id, name }: Account | S3User) => unregister$(id, name)),
    after$: $(() => changed(listing, "")),
    again$: $(({ id }: Account | S3User) => {
      changed(listing)
      return orGone(read$(id))
    }),
    said$: $(({ name, remains }: Unregistered) => ({
      tone: remains.length > 0 ? "info" as const : "ok" as const,
      text: `${name} is unregistered`,
      detail: remains.join(" ") || "It still exists on the gateway."
    }))
  })
  return (
    <Panel kind={kind} title={row.name} onClose$={$(() => openRow(listing, ""))}>
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
    <div q:slot="actions" class="contents">
      <ActionButton action={unregister} on={row} asks label="Unregister" icon="trash-2" class="btn-secondary text-danger" />
      <ConfirmDialog action={unregister} id="unregister" title="Unregister" named button="Unregister" typed="name" about={UnregisterText} />
    </div>
    </Panel>
  )
})

export const AccountPanel = component$<PanelProps<Account>>((props) => (
  <AccessPanel kind="RGW account" {...props} read$={$((id: number) => call("GET /api/admin/accounts/:id", { params: { id } }))} unregister$={$((id: number, name: string) => call("DELETE /api/admin/accounts/:id", { params: { id }, query: { confirm_name: name } }))} />
))

export const S3UserPanel = component$<PanelProps<S3User>>((props) => (
  <AccessPanel kind="RGW user" {...props} read$={$((id: number) => call("GET /api/admin/s3-users/:id", { params: { id } }))} unregister$={$((id: number, name: string) => call("DELETE /api/admin/s3-users/:id", { params: { id }, query: { confirm_name: name } }))} />
))
