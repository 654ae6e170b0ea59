import { $, component$, useSignal } from "@builder.io/qwik"
import { changed as reload, openRow, type PanelProps } from "~/components/listing"
import { Icon } from "~/components/ui/icon"
import { Meter } from "~/components/ui/meter"
import { LockedControl } from "~/components/ui/locked-control"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { bucketHref, fullName } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { bytes, dateTime, int } from "~/lib/format"
import { DeleteBucket } from "~/features/buckets/emptying/delete-bucket"
import { EndingsMenu } from "~/features/buckets/emptying/endings-menu"
import { QuarantineNotice } from "~/features/buckets/emptying/quarantine-notice"
import type { Bucket } from "./bucket"
import { quotaOf } from "./cells"

const VERSIONING = { off: "Off", enabled: "Enabled", suspended: "Suspended" } as const
const orDash = (value: number | null, show: (value: number) => string) => (value === null ? "—" : show(value))

export const BucketPanel = component$<PanelProps<Bucket>>(({ listing, row }) => {
  const contexts = useExecutionContexts()
  const context = contexts.current
  const changed = useSignal(0)
  const quota = quotaOf(row)
  // a prop that reads `context` or `row` would be evaluated again after it is gone; an expression is evaluated here
  const contextId = context?.id ?? ""
  const [name, objectCount] = [String(row.name), row.object_count ?? null]
  const place = { bucket: fullName(row), contextId }
  const onDeleted$ = $((name: string) => reload(listing, listing.table.url.open === name ? "" : undefined))
  return (
    <Panel kind="Bucket" title={row.name} onClose$={$(() => openRow(listing, ""))}>
      <QuarantineNotice bucket={name} contextId={contextId} changed={changed} />
      <div class="grid grid-cols-2 gap-2">
        <div class="rounded-card border border-line p-3">
          <p class="text-xs text-ink-3">Stored</p>
          <p class="num mt-1 text-lg font-semibold">{orDash(row.used_bytes, bytes)}</p>
        </div>
        <div class="rounded-card border border-line p-3">
          <p class="text-xs text-ink-3">Objects</p>
          <p class="num mt-1 text-lg font-semibold">{orDash(row.object_count, int)}</p>
        </div>
      </div>
      {quota && (
        <div class="mt-4">
          <p class="mb-1 flex justify-between text-xs">
            <span class="text-ink-2">Quota</span>
            <span class="num">
              {quota.label.startsWith("the size")
                ? `${bytes(quota.used)} of ${bytes(quota.limit)}`
                : `${int(quota.used)} of ${int(quota.limit)} objects`}
            </span>
          </p>
          <Meter used={quota.used} limit={quota.limit} label={quota.label} />
        </div>
      )}
      <dl class="facts mt-5">
        <dt>Owner</dt>
        <dd class="font-mono text-xs break-all">{row.owner ?? "—"}</dd>
        <dt>Versioning</dt>
        <dd>{row.versioning === null ? "—" : VERSIONING[row.versioning]}</dd>
        <dt>Created</dt>
        <dd>{row.created_at === null ? "—" : dateTime(row.created_at)}</dd>
      </dl>
      <div q:slot="actions" class="contents">
        <NavLink href={bucketHref(place)} class="btn btn-primary flex-1">
          Open
        </NavLink>
        {context !== null && !context.capabilities.can_browse_objects && (
          <LockedControl id="objects-locked" label="Objects" of="objects" class="flex-1" />
        )}
        {context?.capabilities.can_browse_objects && (
          <NavLink href={bucketHref(place, "objects")} class="btn btn-secondary flex-1">
            <Icon name="folder" /> Objects
          </NavLink>
        )}
        <DeleteBucket
          key={`delete ${name}`}
          label="Delete"
          bucket={name}
          contextId={contextId}
          objects={objectCount}
          changed={changed}
          onDeleted$={onDeleted$}
        />
        {context !== null && (
          <EndingsMenu key={name} bucket={name} contextId={contextId} changed={changed} onDeleted$={onDeleted$} />
        )}
      </div>
    </Panel>
  )
})
