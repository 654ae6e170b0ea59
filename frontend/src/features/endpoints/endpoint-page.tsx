import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, EditPage, useAction } from "~/components/action"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { DangerZone } from "~/components/ui/danger-zone"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { dateTime, int } from "~/lib/format"
import { useNavigate } from "~/lib/route"
import { readAgain, useLoaded } from "~/lib/use-loaded"
import type { StorageEndpoint } from "./cells"
import { EndpointFields } from "./endpoint-fields"
import { detectTyped, doubtOf, endpointInput } from "./endpoint-input"
import { HealthBadge } from "./health-badge"
import { RemoveEndpoint } from "./remove-endpoint"
import { SandboxKeys } from "./sandbox-keys"

const HOME = { href: "/admin/storage-endpoints", label: "Storage endpoints" }
const COMPARES = { name: "Name", url: "S3 address", provider: "Kind", region: "Region", verify_tls: "Verify TLS certificate", is_default: "Default endpoint", admin_access_key: "Access key", features_config: "Features" } as const

/** Saved, and looked at once more, so that its health is of now. */
const checked = async (saved: StorageEndpoint): Promise<StorageEndpoint> => {
  const health = await call("GET /api/admin/storage-endpoints/:id/health", { params: { id: saved.id } })
  return { ...saved, health }
}

const saidOf = ({ health, name }: StorageEndpoint) =>
  health?.state === "down"
    ? { tone: "info" as const, text: `${name} is saved`, detail: "It does not answer at the moment." }
    : { text: `${name} is saved` }

export const NewEndpointPage = component$(() => (
  <EditPage
    id="endpoint"
    kind="Storage endpoint"
    home={HOME}
    title="Add storage endpoint"
    submit="Add endpoint"
    fields={EndpointFields}
    doubt$={$(async (values: FormValues) => doubtOf(await detectTyped(values, undefined), Boolean(values["admin_access_key"])))}
    save$={$(async (values: FormValues) => checked(await call("POST /api/admin/storage-endpoints", { body: endpointInput(values, undefined) })))}
    said$={$((saved: StorageEndpoint) => saidOf(saved))}
    to$={$(({ id }: StorageEndpoint) => `/admin/storage-endpoints/${id}`)}
  />
))

export const EndpointPage = component$<{ readonly id: string }>(({ id }) => {
  const navigate = useNavigate()
  const loaded = useLoaded($((signal: AbortSignal) => call("GET /api/admin/storage-endpoints/:id", { params: { id: Number(id) }, signal })))
  const check = useAction({
    run$: $(({ id }: StorageEndpoint) => call("GET /api/admin/storage-endpoints/:id/health", { params: { id } })),
    after$: $(() => readAgain(loaded))
  })
  const row = loaded.value
  return (
    <EditPage
      id="endpoint"
      kind="Storage endpoint"
      home={HOME}
      loaded={loaded}
      named="name"
      fields={EndpointFields}
      now$={$(({ id }: StorageEndpoint) => call("GET /api/admin/storage-endpoints/:id", { params: { id } }))}
      compares={COMPARES}
      doubt$={$(async (values: FormValues, before: StorageEndpoint | undefined) => doubtOf(await detectTyped(values, before), Boolean(values["admin_access_key"])))}
      save$={$(async (values: FormValues, before: StorageEndpoint | undefined) =>
        checked(await call("PUT /api/admin/storage-endpoints/:id", { params: { id: before?.id ?? 0 }, body: { ...endpointInput(values, before), ...(before ? { version: before.version } : {}) } })))}
      said$={$((saved: StorageEndpoint) => saidOf(saved))}
    >
      {row && (
        <div q:slot="above" class="mb-6 grid gap-3">
          {row.is_sandbox && <p class="alert"><Icon name="info" /><span>The built-in gateway for trying things out. It holds nothing that matters.</span></p>}
          {row.is_sandbox && <SandboxKeys endpointId={row.id} />}
          <dl class="facts">
            <dt>Health</dt>
            <dd class="flex flex-wrap items-center gap-x-3 gap-y-1">
              <HealthBadge health={row.health} />
              {row.health?.error && <span class="text-xs text-danger">{row.health.error}</span>}
              {row.health && <span class="text-xs text-ink-3">Checked <Ago at={row.health.checked_at} /></span>}
              <ActionButton action={check} on={row} inPlace label="Check health" icon="activity" class="btn-secondary btn-sm" />
            </dd>
            <dt>TLS</dt><dd>{row.url.startsWith("https:") ? (row.verify_tls ? "Certificate verified" : <Badge text="Certificate not verified" tone="warn" />) : "None (plain HTTP)"}</dd>
            <dt>Contexts</dt><dd class="num">{int(row.account_count)} RGW accounts, {int(row.s3_user_count)} RGW users</dd>
            <dt>Added</dt><dd>{dateTime(row.created_at)}</dd>
          </dl>
          {check.state.problem && <p role="alert" class="alert alert-danger"><Icon name="circle-alert" /><span>{check.state.problem.message}</span></p>}
        </div>
      )}
      {row && (
        <DangerZone title="Delete this endpoint" text="Stowage forgets it and its stored key. Nothing on the gateway is changed.">
          <RemoveEndpoint row={row} onGone$={$(() => navigate("/admin/storage-endpoints"))} onStale$={$(() => readAgain(loaded))} />
        </DangerZone>
      )}
    </EditPage>
  )
})
