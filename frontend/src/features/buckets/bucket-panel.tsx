import { component$, type QRL } from "@builder.io/qwik"
import type { Bucket } from "~/client/buckets"
import { CopyButton } from "~/components/ui/copy-button"
import { Icon } from "~/components/ui/icon"
import { Meter } from "~/components/ui/meter"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import type { ExecutionContext } from "~/lib/execution-contexts"
import { bytes, dateTime, int } from "~/lib/format"
import { quotaOf } from "./cells"

interface BucketPanelProps {
  readonly row: Bucket
  readonly context: ExecutionContext
  readonly onClose$: QRL<() => void>
  readonly onDelete$: QRL<() => void>
}

const VERSIONING = { off: "Off", enabled: "Enabled", suspended: "Suspended" } as const
const known = (value: number | null, show: (value: number) => string) => value === null ? "—" : show(value)

/** One bucket: what it holds, how full it is, where it lives. */
export const BucketPanel = component$<BucketPanelProps>(({ context, onClose$, onDelete$, row }) => {
  const quota = quotaOf(row)
  const browse = `/browser?${new URLSearchParams({ context_id: context.id, bucket: row.name })}`
  return (
    <Panel kind="Bucket" title={row.name} onClose$={onClose$}>
      <div class="grid grid-cols-2 gap-2">
        <div class="rounded-card border border-line p-3"><p class="text-xs text-ink-3">Stored</p><p class="num mt-1 text-lg font-semibold">{known(row.used_bytes, bytes)}</p></div>
        <div class="rounded-card border border-line p-3"><p class="text-xs text-ink-3">Objects</p><p class="num mt-1 text-lg font-semibold">{known(row.object_count, int)}</p></div>
      </div>
      {quota && (
        <div class="mt-4">
          <p class="mb-1 flex justify-between text-xs"><span class="text-ink-2">Quota</span><span class="num">{quota.label.startsWith("the size") ? `${bytes(quota.used)} of ${bytes(quota.limit)}` : `${int(quota.used)} of ${int(quota.limit)} objects`}</span></p>
          <Meter used={quota.used} limit={quota.limit} label={quota.label} />
        </div>
      )}
      <dl class="facts mt-5">
        <dt>Name</dt><dd class="flex items-center gap-1 font-mono text-xs break-all">{row.name}<CopyButton text={row.name} label="Copy name" /></dd>
        <dt>Owner</dt><dd class="font-mono text-xs break-all">{row.owner ?? "—"}</dd>
        {row.tenant !== "" && <><dt>Tenant</dt><dd class="font-mono text-xs">{row.tenant}</dd></>}
        <dt>Endpoint</dt><dd>{context.endpoint_name}<span class="block font-mono text-xs break-all text-ink-3">{context.endpoint_url}</span></dd>
        <dt>Versioning</dt><dd>{row.versioning === null ? "—" : VERSIONING[row.versioning]}</dd>
        <dt>Object lock</dt><dd>{row.object_lock === null ? "—" : row.object_lock ? "Enabled" : "Off"}</dd>
        <dt>Created</dt><dd>{row.created_at === null ? "—" : dateTime(row.created_at)}</dd>
      </dl>
      {context.capabilities.can_browse_objects && (
        <NavLink q:slot="actions" href={browse} class="btn btn-secondary flex-1"><Icon name="folder" /> Browse objects</NavLink>
      )}
      <button q:slot="actions" type="button" class="btn btn-secondary text-danger" onClick$={onDelete$}><Icon name="trash-2" /> Delete</button>
    </Panel>
  )
})
