import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import type { ApiToken } from "~/features/identity/api-tokens/api-token"
import { TokenState, whyEnded } from "~/features/identity/api-tokens/token-state"
import { RoleBadge } from "~/features/identity/users/role-badge"
import { dateTime } from "~/lib/format"

const RevokeText = component$<{ readonly subject: ApiToken }>(({ subject }) => (
  <p>
    Whatever uses this token of <b class="font-medium text-ink">{subject.user.full_name}</b> is refused at once, for
    good. Their sessions stay.
  </p>
))

export const TokenPanel = component$<PanelProps<ApiToken>>(({ listing, row }) => {
  const revoke = useAction({
    run$: $(({ id, name }: ApiToken) =>
      call("DELETE /api/auth/api-tokens/:token_id", { params: { token_id: id }, query: { confirm_name: name } })
    ),
    after$: $(() => changed(listing, "")),
    done: "is revoked"
  })
  return (
    <Panel kind="API token" title={row.name} onClose$={$(() => openRow(listing, ""))}>
      <dl class="facts">
        <dt>State</dt>
        <dd>
          <TokenState state={row.state} />
          {whyEnded(row.state) && <span class="mt-1 block text-xs text-ink-3">{whyEnded(row.state)}</span>}
          {row.revoked_at && <span class="mt-1 block text-xs text-ink-3">Revoked {dateTime(row.revoked_at)}</span>}
        </dd>
        <dt>Owner</dt>
        <dd class="grid justify-items-start gap-1">
          <span>
            {row.user.full_name}
            <NavLink
              href={`/admin/users?q=${encodeURIComponent(row.user.email)}&open=${row.user.id}`}
              class="link block text-xs break-all"
            >
              {row.user.email}
            </NavLink>
          </span>
          <RoleBadge role={row.user.role} />
        </dd>
        <dt>Scopes</dt>
        <dd class="flex flex-wrap gap-1">
          {row.scopes.map((scope) => (
            <Badge key={scope} text={scope} />
          ))}
        </dd>
        <dt>Created</dt>
        <dd>{dateTime(row.created_at)}</dd>
        <dt>{row.state === "expired" ? "Expired" : "Expires"}</dt>
        <dd>
          <Ago at={row.expires_at} />
          <span class="block text-xs text-ink-3">{dateTime(row.expires_at)}</span>
        </dd>
        <dt>Last used</dt>
        <dd>
          {row.last_used_at ? dateTime(row.last_used_at) : "Never"}
          {row.last_used_address && <span class="block font-mono text-xs text-ink-3">{row.last_used_address}</span>}
        </dd>
      </dl>
      <div q:slot="actions" class="contents">
        {row.state === "active" && (
          <ActionButton action={revoke} on={row} asks label="Revoke…" icon="ban" class="btn-secondary text-danger" />
        )}
        <ConfirmDialog
          action={revoke}
          id="revoke-token"
          title="Revoke"
          named
          button="Revoke token"
          about={RevokeText}
        />
      </div>
    </Panel>
  )
})
