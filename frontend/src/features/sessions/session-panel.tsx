import { component$, type QRL } from "@builder.io/qwik"
import type { OpenSession } from "~/client/identity"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { RoleBadge } from "~/features/users/role-badge"
import { ago, dateTime } from "~/lib/format"
import { ownerOf } from "./owner-of"

interface SessionPanelProps {
  readonly row: OpenSession
  readonly onClose$: QRL<() => void>
  readonly onRevoke$: QRL<() => void>
}

export const SessionPanel = component$<SessionPanelProps>(({ onClose$, onRevoke$, row }) => (
  <Panel kind="Session" title={ownerOf(row)} onClose$={onClose$}>
    {row.current && <p class="alert mb-4"><Icon name="info" /><span>You are using this session now. To end it, sign out from the account menu.</span></p>}
    <dl class="facts">
      {row.user
        ? (
          <>
            <dt>Account</dt>
            <dd class="grid justify-items-start gap-1">
              <NavLink href={`/admin/users?q=${encodeURIComponent(row.user.email)}&open=${row.user.id}`} class="link break-all">{row.user.email}</NavLink>
              <RoleBadge role={row.user.role} />
            </dd>
          </>
        )
        : <><dt>Access key</dt><dd class="font-mono text-xs">{row.access_key}</dd></>}
      <dt>Device</dt><dd>{row.device}<span class="block text-xs break-words text-ink-3">{row.user_agent}</span></dd>
      <dt>Address</dt><dd class="font-mono text-xs">{row.client_address}</dd>
      <dt>Signed in</dt><dd>{dateTime(row.authenticated_at)}</dd>
      <dt>Passkey</dt><dd>{row.mfa_verified_at ? `Verified ${ago(row.mfa_verified_at)}` : "Not verified in this session"}</dd>
      <dt>Last active</dt><dd>{ago(row.last_active_at)}<span class="block text-xs text-ink-3">To within five minutes</span></dd>
      <dt>Ends</dt><dd>{dateTime(row.expires_at)}</dd>
    </dl>
    <div q:slot="actions" class="contents">
      {!row.current && <button type="button" class="btn btn-secondary text-danger" onClick$={onRevoke$}><Icon name="log-out" /> End session…</button>}
    </div>
  </Panel>
))
