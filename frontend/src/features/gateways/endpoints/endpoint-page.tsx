import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { EditPage } from "~/components/action"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { DangerZone } from "~/components/ui/danger-zone"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { validTab, Tabs } from "~/components/ui/tabs"
import { dateTime, int } from "~/lib/format"
import { useNavigate } from "~/lib/route"
import { place, type UrlKey } from "~/lib/url-state"
import { reload, useLoaded } from "~/lib/use-loaded"
import { useEndpointStatus } from "~/lib/use-endpoint-status"
import { useUrlState } from "~/lib/use-url-state"
import { causeInWords } from "./causes"
import type { StorageEndpoint } from "./cells"
import { ClusterS3Key } from "./cluster-s3-key"
import { EndpointHealth } from "./endpoint-health"
import { EndpointFields } from "./endpoint-fields"
import { detectTyped, doubtOf, endpointInput } from "./endpoint-input"
import { HealthBadge } from "./health-badge"
import { useLiveHealth } from "./live-health"
import { RemoveEndpoint } from "./remove-endpoint"
import { SandboxKeys } from "./sandbox-keys"
import { SET_BY_ENVIRONMENT } from "./set-by-environment"
import { StatusNote } from "./status-note"

const HOME = { href: "/admin/storage-endpoints", label: "Storage endpoints" }
const COMPARES = {
  name: "Name",
  url: "S3 address",
  provider: "Kind",
  region: "Region",
  verify_tls: "Verify TLS certificate",
  is_default: "Default endpoint",
  admin_access_key: "Access key",
  features_config: "Features",
  tags: "Tags",
  latitude: "Latitude",
  longitude: "Longitude"
} as const
const TABS = [
  { id: "settings", label: "Settings" },
  { id: "health", label: "Health" }
]
const IN_ADDRESS: { tab: UrlKey } = { tab: place() }

const checked = async (saved: StorageEndpoint, watched: boolean): Promise<StorageEndpoint> => {
  if (!watched) return saved
  const health = await call("GET /api/admin/storage-endpoints/:id/health", { params: { id: saved.id } })
  return { ...saved, health }
}

const notificationOf = ({ health, name }: StorageEndpoint) =>
  health?.state === "down"
    ? { tone: "info" as const, text: `${name} is saved`, detail: "It does not answer at the moment." }
    : { text: `${name} is saved` }

export const NewEndpointPage = component$(() => {
  const watched = useEndpointStatus()
  return (
    <EditPage
      id="endpoint"
      kind="Storage endpoint"
      home={HOME}
      title="Add storage endpoint"
      submit="Add endpoint"
      fields={EndpointFields}
      doubt$={$(async (values: FormValues) =>
        doubtOf(await detectTyped(values, undefined), Boolean(values["admin_access_key"]))
      )}
      save$={$(async (values: FormValues) =>
        checked(
          await call("POST /api/admin/storage-endpoints", { body: endpointInput(values, undefined) }),
          watched.value
        )
      )}
      toast$={$((saved: StorageEndpoint) => notificationOf(saved))}
      to$={$(({ id }: StorageEndpoint) => `/admin/storage-endpoints/${id}`)}
    />
  )
})

const ImportOffer = (props: { readonly capabilities: StorageEndpoint["capabilities"] }) => {
  const { account, admin } = props.capabilities
  return (
    <div class="alert" data-testid="import-offer">
      <Icon name="info" />
      <div class="grid gap-2">
        <p>
          Nobody can use this endpoint yet.{" "}
          {account || admin
            ? "Next: import its RGW accounts or RGW users, then give them to people."
            : "Without Admin Ops it is used by S3 connections: add one with its keys."}
        </p>
        <p class="flex flex-wrap gap-2">
          {account && (
            <NavLink href="/admin/accounts/bring-in" class="btn btn-primary">
              Import RGW accounts
            </NavLink>
          )}
          {admin && (
            <NavLink href="/admin/s3-users/bring-in" class="btn btn-secondary">
              Import RGW users
            </NavLink>
          )}
          {!account && !admin && (
            <NavLink href="/admin/s3-connections/new" class="btn btn-primary">
              Add S3 connection
            </NavLink>
          )}
        </p>
      </div>
    </div>
  )
}

export const EndpointPage = component$<{ readonly id: string }>(({ id }) => {
  const navigate = useNavigate()
  const loaded = useLoaded(
    $((signal: AbortSignal) => call("GET /api/admin/storage-endpoints/:id", { params: { id: Number(id) }, signal }))
  )
  const watched = useEndpointStatus()
  const live = useLiveHealth($(() => undefined))
  const url = useUrlState(IN_ADDRESS)
  const tab = useSignal(url.tab)
  useVisibleTask$(
    ({ track }) => {
      tab.value = track(() => url.tab)
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      url.tab = track(() => tab.value)
    },
    { strategy: "document-ready" }
  )
  const row = loaded.value
  const health = row === null ? null : (live.of[row.id]?.health ?? row.health)
  const onHealth = watched.value && validTab(TABS, tab.value) === "health"
  return (
    <EditPage
      id="endpoint"
      kind="Storage endpoint"
      home={HOME}
      loaded={loaded}
      named="name"
      fields={EndpointFields}
      locked={row?.source === "environment" ? SET_BY_ENVIRONMENT : ""}
      elsewhere={onHealth}
      show$={$(() => {
        tab.value = ""
      })}
      now$={$(({ id }: StorageEndpoint) => call("GET /api/admin/storage-endpoints/:id", { params: { id } }))}
      compares={COMPARES}
      doubt$={$(async (values: FormValues, before: StorageEndpoint | undefined) =>
        doubtOf(await detectTyped(values, before), Boolean(values["admin_access_key"]))
      )}
      save$={$(async (values: FormValues, before: StorageEndpoint | undefined) =>
        checked(
          await call("PUT /api/admin/storage-endpoints/:id", {
            params: { id: before?.id ?? 0 },
            body: { ...endpointInput(values, before), ...(before ? { version: before.version } : {}) }
          }),
          watched.value
        )
      )}
      toast$={$((saved: StorageEndpoint) => notificationOf(saved))}
    >
      {row && (
        <div q:slot="above" class="mb-6 grid gap-3">
          {row.is_sandbox && (
            <p class="alert">
              <Icon name="info" />
              <span>The built-in gateway for trying things out. It holds nothing that matters.</span>
            </p>
          )}
          {row.is_sandbox && <SandboxKeys endpointId={row.id} />}
          {row.account_count + row.s3_user_count === 0 && <ImportOffer capabilities={row.capabilities} />}
          <dl class="facts">
            {watched.value && <dt>Health</dt>}
            {watched.value && (
              <dd class="flex flex-wrap items-center gap-x-3 gap-y-1">
                <HealthBadge health={health} />
                {health?.error && <span class="text-xs text-danger">{causeInWords(health.error)}</span>}
                {health && (
                  <span class="text-xs text-ink-3">
                    Checked <Ago at={health.checked_at} />
                  </span>
                )}
              </dd>
            )}
            <dt>TLS</dt>
            <dd>
              {row.url.startsWith("https:") ? (
                row.verify_tls ? (
                  "Certificate verified"
                ) : (
                  <Badge text="Certificate not verified" tone="warn" />
                )
              ) : (
                "None (plain HTTP)"
              )}
            </dd>
            <dt>Contexts</dt>
            <dd class="num">
              {int(row.account_count)} RGW accounts, {int(row.s3_user_count)} RGW users
            </dd>
            <dt>Added</dt>
            <dd>{dateTime(row.created_at)}</dd>
          </dl>
          {watched.value && (
            <div class="border-b border-line">
              <Tabs id="endpoint-tabs" label={`About ${row.name}`} tabs={TABS} current={tab} />
            </div>
          )}
        </div>
      )}
      {row && onHealth && (
        <div role="tabpanel" id="endpoint-tabs-panel" aria-labelledby="endpoint-tabs-health">
          <EndpointHealth endpoint={row} />
          <StatusNote endpointId={row.id} />
        </div>
      )}
      {row && !onHealth && row.provider === "cluster" && <ClusterS3Key endpointId={row.id} name={row.name} />}
      {row && !onHealth && row.source === "database" && (
        <DangerZone
          title="Delete this endpoint"
          text="Stowage forgets it and its stored key. Nothing on the gateway is changed."
        >
          <RemoveEndpoint
            row={row}
            onGone$={$(() => navigate("/admin/storage-endpoints"))}
            onStale$={$(() => reload(loaded))}
          />
        </DangerZone>
      )}
    </EditPage>
  )
})
