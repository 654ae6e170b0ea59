import { component$, type QRL } from "@builder.io/qwik"
import type { LinkRequest } from "~/client/identity"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import { RoleBadge } from "~/features/users/role-badge"
import { ago, dateTime } from "~/lib/format"
import { StatusBadge } from "./status-badge"

interface LinkRequestPanelProps {
  readonly row: LinkRequest
  readonly onClose$: QRL<() => void>
  readonly onApprove$: QRL<() => void>
  readonly onReject$: QRL<() => void>
}

/** Who asks for which account, and the decision. A rejection can still be turned round. */
export const LinkRequestPanel = component$<LinkRequestPanelProps>(({ onApprove$, onClose$, onReject$, row }) => {
  const approvable = row.status === "pending" || row.status === "rejected"
  return (
    <Panel kind="Link request" title={row.email} onClose$={onClose$}>
      <dl class="facts">
        <dt>Status</dt><dd><StatusBadge status={row.status} /></dd>
        <dt>Who asks</dt><dd class="break-words">{row.display_name ?? row.email}<span class="block text-xs text-ink-3">{row.email}</span></dd>
        <dt>Provider</dt><dd>{row.provider_label ?? row.provider_id}{row.provider_label === null && <> <Badge text="Provider is gone" tone="warn" /></>}</dd>
        <dt>Account</dt>
        <dd class="grid justify-items-start gap-1">
          <span>{row.target.full_name}<span class="block text-xs break-all text-ink-3">{row.target.email}</span></span>
          <RoleBadge role={row.target.role} />
          {!row.target.is_active && <Badge text="Inactive" tone="danger" icon="ban" />}
        </dd>
        <dt>Why by hand</dt><dd>{row.reason}</dd>
        <dt>Asked</dt><dd>{dateTime(row.requested_at)}</dd>
        {row.status === "pending" && <><dt>Expires</dt><dd>{ago(row.expires_at)}<span class="block text-xs text-ink-3">{dateTime(row.expires_at)}</span></dd></>}
        {row.decided_at && <><dt>Decided</dt><dd>{dateTime(row.decided_at)}{row.decided_by && <span class="block text-xs text-ink-3">by {row.decided_by}</span>}</dd></>}
      </dl>
      {row.status === "expired" && <p class="alert mt-4"><Icon name="info" /><span>Nobody decided in time. Another sign-in with the provider asks anew.</span></p>}
      {approvable && !row.target.is_active && <p class="alert alert-warn mt-4"><Icon name="triangle-alert" /><span>The account is not active: activate it first.</span></p>}
      <div q:slot="actions" class="contents">
        {approvable && <button type="button" class="btn btn-primary flex-1" disabled={!row.target.is_active} onClick$={onApprove$}><Icon name="check" /> Approve…</button>}
        {row.status === "pending" && <button type="button" class="btn btn-secondary flex-1 text-danger" onClick$={onReject$}><Icon name="x" /> Reject…</button>}
      </div>
    </Panel>
  )
})
