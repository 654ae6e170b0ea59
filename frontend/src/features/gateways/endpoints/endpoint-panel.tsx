import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, useAction } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { int } from "~/lib/format"
import { useEndpointStatus } from "~/lib/use-endpoint-status"
import { PROVIDER_LABELS, type StorageEndpoint } from "./cells"
import { causeInWords } from "./causes"
import { SET_BY_ENVIRONMENT } from "./set-by-environment"
import { HealthBadge } from "./health-badge"
import { useHealthOf } from "./live-health"
import { RemoveEndpoint } from "./remove-endpoint"
import { SandboxKeys } from "./sandbox-keys"

export const EndpointPanel = component$<PanelProps<StorageEndpoint>>(({ listing, row }) => {
  const watched = useEndpointStatus()
  const live = useHealthOf()
  const health = live.of[row.id]?.health ?? row.health
  const check = useAction({
    run$: $(({ id }: StorageEndpoint) => call("GET /api/admin/storage-endpoints/:id/health", { params: { id } })),
    after$: $(() => changed(listing))
  })
  return (
    <Panel kind="Storage endpoint" title={row.name} onClose$={$(() => openRow(listing, ""))}>
      {row.is_sandbox && (
        <p class="alert mb-4">
          <Icon name="info" />
          <span>The built-in gateway for trying things out. It holds nothing that matters.</span>
        </p>
      )}
      {row.source === "environment" && (
        <p class="alert mb-4">
          <Icon name="lock" />
          <span>{SET_BY_ENVIRONMENT}</span>
        </p>
      )}
      {row.is_sandbox && (
        <div class="mb-4">
          <SandboxKeys endpointId={row.id} />
        </div>
      )}
      <dl class="facts">
        <dt>Address</dt>
        <dd class="font-mono text-xs break-all">{row.url}</dd>
        <dt>Kind</dt>
        <dd>{PROVIDER_LABELS[row.provider]}</dd>
        <dt>Region</dt>
        <dd class="break-words">{row.region || "—"}</dd>
        {watched.value && <dt>Health</dt>}
        {watched.value && (
          <dd>
            <HealthBadge health={health} />
            {health?.error && <span class="block text-xs text-danger">{causeInWords(health.error)}</span>}
            {health && (
              <span class="block text-xs text-ink-3">
                Checked <Ago at={health.checked_at} />
              </span>
            )}
          </dd>
        )}
        <dt>Technical key</dt>
        <dd class="font-mono text-xs break-all">{row.admin_access_key ?? "—"}</dd>
        <dt>Contexts</dt>
        <dd class="num">
          {int(row.account_count)} RGW accounts, {int(row.s3_user_count)} RGW users
        </dd>
      </dl>
      {check.state.problem && (
        <p role="alert" class="alert alert-danger mt-4">
          <Icon name="circle-alert" />
          <span>{check.state.problem.message}</span>
        </p>
      )}
      <div q:slot="actions" class="contents">
        <NavLink href={`/admin/storage-endpoints/${row.id}`} class="btn btn-primary flex-1">
          <Icon name="pencil" /> Open
        </NavLink>
        {watched.value && (
          <ActionButton
            action={check}
            on={row}
            inPlace
            label="Check health"
            icon="activity"
            class="btn-secondary flex-1"
          />
        )}
        {row.source === "database" && (
          <RemoveEndpoint
            row={row}
            iconOnly
            onGone$={$(() => changed(listing, ""))}
            onStale$={$(() => changed(listing))}
          />
        )}
      </div>
    </Panel>
  )
})
