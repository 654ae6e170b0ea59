import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ActionButton, ConfirmDialog, orGone, useAction, useEditing } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import { dateTime, int } from "~/lib/format"
import type { StorageEndpoint } from "./cells"
import { EndpointDialog } from "./endpoint-dialog"
import { EvidenceList } from "./evidence-list"
import { SWITCHES } from "./features-document"
import { SandboxKeys } from "./sandbox-keys"
import { HealthBadge } from "./health-badge"

type Removed = Answer<"DELETE /api/admin/storage-endpoints/:id">

const DeleteText = component$(() => (
  <p>Stowage forgets this endpoint and its stored key. Nothing on the gateway is changed. An endpoint that accounts or users still belong to stays.</p>
))

export const EndpointPanel = component$<PanelProps<StorageEndpoint>>(({ listing, row: endpoint }) => {
  const editing = useEditing<StorageEndpoint>()
  const check = useAction({
    run$: $(({ id }: StorageEndpoint) => call("GET /api/admin/storage-endpoints/:id/health", { params: { id } })),
    after$: $(() => changed(listing))
  })
  const remove = useAction({
    run$: $(({ id, name }: StorageEndpoint) => call("DELETE /api/admin/storage-endpoints/:id", { params: { id }, query: { confirm_name: name } })),
    after$: $(() => changed(listing, "")),
    again$: $(({ id }: StorageEndpoint) => {
      changed(listing)
      return orGone(call("GET /api/admin/storage-endpoints/:id", { params: { id } }))
    }),
    said$: $(({ name }: Removed) => ({ text: `${name} is deleted`, detail: "Nothing on the gateway was changed." }))
  })
  const used = SWITCHES.filter((feature) => endpoint.capabilities[feature.key])
  return (
    <Panel kind="Storage endpoint" title={endpoint.name} onClose$={$(() => openRow(listing, ""))}>
      {endpoint.is_sandbox && <p class="alert mb-4"><Icon name="info" /><span>The built-in gateway for trying things out. It holds nothing that matters.</span></p>}
      {endpoint.is_sandbox && <div class="mb-4"><SandboxKeys endpointId={endpoint.id} /></div>}
      <dl class="facts">
        <dt>Address</dt><dd class="font-mono text-xs break-all">{endpoint.url}</dd>
        <dt>Region</dt><dd>{endpoint.region || "—"}</dd>
        <dt>Health</dt>
        <dd>
          <HealthBadge health={endpoint.health} />
          {endpoint.health?.error && <span class="block text-xs text-danger">{endpoint.health.error}</span>}
          {endpoint.health && <span class="block text-xs text-ink-3">Checked <Ago at={endpoint.health.checked_at} /></span>}
        </dd>
        <dt>TLS</dt><dd>{endpoint.url.startsWith("https:") ? (endpoint.verify_tls ? "Certificate verified" : <Badge text="Certificate not verified" tone="warn" />) : "None (plain HTTP)"}</dd>
        <dt>Technical key</dt><dd class="font-mono text-xs break-all">{endpoint.admin_access_key ?? "—"}</dd>
        <dt>Contexts</dt><dd class="num">{int(endpoint.account_count)} accounts, {int(endpoint.s3_user_count)} users</dd>
        <dt>Features</dt><dd class="flex flex-wrap gap-1">{used.length > 0 ? used.map((feature) => <Badge key={feature.key} text={feature.label} />) : "None"}</dd>
        <dt>Added</dt><dd>{dateTime(endpoint.created_at)}</dd>
      </dl>
      {check.state.problem && <p role="alert" class="alert alert-danger mt-4"><Icon name="circle-alert" /><span>{check.state.problem.message}</span></p>}
      {endpoint.detected && (
        <>
          <h3 class="mt-6 mb-2 font-medium">What the gateway answered <span class="font-normal text-ink-3"><Ago at={endpoint.detected.checked_at} /></span></h3>
          <EvidenceList detected={endpoint.detected} />
        </>
      )}
      <div q:slot="actions" class="contents">
        <button type="button" class="btn btn-secondary flex-1" onClick$={() => { editing.value = { row: endpoint, name: endpoint.name } }}><Icon name="pencil" /> Change</button>
        <ActionButton action={check} on={endpoint} inPlace label="Check health" icon="activity" class="btn-secondary flex-1" />
        <ActionButton action={remove} on={endpoint} asks iconOnly label={`Delete ${endpoint.name}`} icon="trash-2" class="btn-secondary text-danger" />
        <EndpointDialog open={editing} listing={listing} />
        <ConfirmDialog action={remove} id="delete-endpoint" title="Delete" named button="Delete endpoint" typed="name" about={DeleteText} />
      </div>
    </Panel>
  )
})
