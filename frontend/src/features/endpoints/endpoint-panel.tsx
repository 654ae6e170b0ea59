import { $, component$, type QRL, useStore } from "@builder.io/qwik"
import { endpointHealth, type StorageEndpoint } from "~/client/endpoints"
import { asProblem } from "~/client/problem-error"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import { ago, dateTime, int } from "~/lib/format"
import { EvidenceList } from "./evidence-list"
import { SWITCHES } from "./features-document"
import { HealthBadge } from "./health-badge"

interface EndpointPanelProps {
  readonly endpoint: StorageEndpoint
  readonly onClose$: QRL<() => void>
  readonly onEdit$: QRL<() => void>
  readonly onDelete$: QRL<() => void>
  readonly onChecked$: QRL<() => void>
}

export const EndpointPanel = component$<EndpointPanelProps>(({ endpoint, onChecked$, onClose$, onDelete$, onEdit$ }) => {
  const check = useStore({ busy: false, error: "" })
  const checkHealth = $(async () => {
    check.busy = true
    check.error = ""
    try {
      await endpointHealth(endpoint.id)
      await onChecked$()
    } catch (cause) {
      check.error = asProblem(cause).message
    } finally {
      check.busy = false
    }
  })
  const used = SWITCHES.filter((feature) => endpoint.capabilities[feature.key])
  return (
    <Panel kind="Storage endpoint" title={endpoint.name} onClose$={onClose$}>
      {endpoint.is_sandbox && <p class="alert mb-4"><Icon name="info" /><span>The built-in gateway for trying things out. It holds nothing that matters.</span></p>}
      <dl class="facts">
        <dt>Address</dt><dd class="font-mono text-xs break-all">{endpoint.url}</dd>
        <dt>Region</dt><dd>{endpoint.region || "—"}</dd>
        <dt>Health</dt>
        <dd>
          <HealthBadge health={endpoint.health} />
          {endpoint.health?.error && <span class="block text-xs text-danger">{endpoint.health.error}</span>}
          {endpoint.health && <span class="block text-xs text-ink-3">Checked {ago(endpoint.health.checked_at)}</span>}
        </dd>
        <dt>TLS</dt><dd>{endpoint.url.startsWith("https:") ? (endpoint.verify_tls ? "Certificate verified" : <Badge text="Certificate not verified" tone="warn" />) : "None (plain HTTP)"}</dd>
        <dt>Technical key</dt><dd class="font-mono text-xs break-all">{endpoint.admin_access_key ?? "—"}</dd>
        <dt>Contexts</dt><dd class="num">{int(endpoint.account_count)} accounts, {int(endpoint.s3_user_count)} users</dd>
        <dt>Features</dt><dd class="flex flex-wrap gap-1">{used.length > 0 ? used.map((feature) => <Badge key={feature.key} text={feature.label} />) : "None"}</dd>
        <dt>Added</dt><dd>{dateTime(endpoint.created_at)}</dd>
      </dl>
      {check.error && <p role="alert" class="alert alert-danger mt-4"><Icon name="circle-alert" /><span>{check.error}</span></p>}
      {endpoint.detected && (
        <>
          <h3 class="mt-6 mb-2 font-medium">What the gateway answered <span class="font-normal text-ink-3">{ago(endpoint.detected.checked_at)}</span></h3>
          <EvidenceList detected={endpoint.detected} />
        </>
      )}
      <div q:slot="actions" class="contents">
        <button type="button" class="btn btn-secondary flex-1" onClick$={onEdit$}><Icon name="pencil" /> Change</button>
        <button type="button" class="btn btn-secondary flex-1" disabled={check.busy} onClick$={checkHealth}>
          <Icon name={check.busy ? "loader-circle" : "activity"} class={check.busy ? "spin" : undefined} /> Check health
        </button>
        <button type="button" class="btn btn-secondary btn-icon text-danger" aria-label={`Delete ${endpoint.name}`} onClick$={onDelete$}><Icon name="trash-2" /></button>
      </div>
    </Panel>
  )
})
