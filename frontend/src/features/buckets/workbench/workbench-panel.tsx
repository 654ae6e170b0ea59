import { $, component$, type QRL, Slot } from "@builder.io/qwik"
import { call, callIn } from "~/client/call"
import { EditDialog, useEditing } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { useClusterEndpoint } from "~/features/gateways/cluster-endpoint/use-cluster-endpoint"
import { bucketHref, fullName } from "~/lib/bucket-place"
import { clusterBrowserHref } from "~/lib/cluster-browser-href"
import { bytes, counted, dateTime, int } from "~/lib/format"
import { useScope } from "~/lib/scope"
import { type TaggedBucket, TagFields, tagChange } from "./tag-fields"
import type { ClusterBucket, OpsBucket, UiTag, WorkbenchBucket } from "./workbench-row"
import { isOpsBucket, tagLabels } from "./workbench-row"

const OWNER_KINDS = { account: "RGW account", user: "RGW user" } as const

interface FrameProps extends PanelProps<WorkbenchBucket> {
  readonly canShare: boolean
  readonly catalogue$: QRL<() => Promise<ReadonlyArray<UiTag>>>
  readonly assign$: QRL<(change: ReturnType<typeof tagChange>) => Promise<unknown>>
}

const indexText = ({ index_shards, objects_per_shard }: WorkbenchBucket): string => {
  if (index_shards === null) return "Unknown"
  const objects = objects_per_shard === null ? "objects unknown" : `${int(objects_per_shard)} objects each`
  return `${counted(index_shards, "shard")}, ${objects}`
}

const limit = (value: number | null, show: (value: number) => string): string => (value === null ? "None" : show(value))

const BucketFrame = component$<FrameProps>(({ assign$, canShare, catalogue$, listing, row }) => {
  const tagging = useEditing<TaggedBucket>()
  return (
    <Panel kind="Bucket" title={row.name} onClose$={$(() => openRow(listing, ""))}>
      <dl class="facts">
        {isOpsBucket(row) && (
          <>
            <dt>Context</dt>
            <dd class="break-words">{row.context_name}</dd>
            <dt>Endpoint</dt>
            <dd class="break-words">{row.endpoint_name}</dd>
          </>
        )}
        <dt>Tenant</dt>
        <dd class="break-words">{row.tenant === "" ? "None" : row.tenant}</dd>
        <dt>{row.owner_kind === null ? "Owner" : OWNER_KINDS[row.owner_kind]}</dt>
        <dd class="font-mono text-xs break-all">{row.owner ?? "Unknown"}</dd>
        <dt>Size</dt>
        <dd>{row.used_bytes === null ? "Unknown" : bytes(row.used_bytes)}</dd>
        <dt>Objects</dt>
        <dd>{row.object_count === null ? "Unknown" : int(row.object_count)}</dd>
        {row.stats_available && (
          <>
            <dt>Size quota</dt>
            <dd>{limit(row.quota_max_size_bytes, bytes)}</dd>
            <dt>Object quota</dt>
            <dd>{limit(row.quota_max_objects, int)}</dd>
            <dt>Index</dt>
            <dd>{indexText(row)}</dd>
            <dt>Unfinished uploads</dt>
            <dd>{row.unfinished_uploads === null ? "Unknown" : int(row.unfinished_uploads)}</dd>
          </>
        )}
        <dt>Created</dt>
        <dd>{row.created_at === null ? "Unknown" : dateTime(row.created_at)}</dd>
        <dt>Tags</dt>
        <dd class="break-words" data-testid="tags">
          {row.tags.length === 0 ? "None" : tagLabels(row)}
        </dd>
      </dl>
      <div q:slot="actions" class="contents">
        <Slot name="open" />
        <button
          type="button"
          class="btn btn-secondary flex-1"
          onClick$={async () => {
            tagging.value = { row: { bucket: row, catalogue: await catalogue$(), canShare } }
          }}
        >
          <Icon name="tag" /> Edit tags
        </button>
      </div>
      <EditDialog
        id="bucket-tags"
        open={tagging}
        title={`Tags of ${row.name}`}
        submit="Save tags"
        changes={{ title: `Tags of ${row.name}`, submit: "Save tags" }}
        fields={TagFields}
        save$={$(async (values: FormValues, tagged: TaggedBucket | undefined) => {
          if (tagged !== undefined) await assign$(tagChange(values, tagged))
        })}
        after$={$(() => changed(listing))}
        toast$={$((_: unknown, tagged: TaggedBucket | undefined) => ({
          text: `The tags of ${tagged?.bucket.name} are saved`
        }))}
      />
    </Panel>
  )
})

export const ClusterBucketPanel = component$<PanelProps<ClusterBucket>>((props) => {
  const scope = useScope()
  const { id } = useClusterEndpoint()
  return (
    <BucketFrame
      {...props}
      canShare
      catalogue$={$(async () => {
        const catalogue = callIn(scope, "GET /api/cluster-admin/endpoints/:endpoint_id/bucket-ui-tags")
        return (await catalogue).items
      })}
      assign$={$((body: ReturnType<typeof tagChange>) =>
        callIn(scope, "PATCH /api/cluster-admin/endpoints/:endpoint_id/bucket-ui-tags", { body })
      )}
    >
      <NavLink q:slot="open" href={clusterBrowserHref(id.value, props.row)} class="btn btn-secondary flex-1">
        <Icon name="folder" /> Browse objects
      </NavLink>
    </BucketFrame>
  )
})

export const OpsBucketPanel = component$<PanelProps<OpsBucket>>((props) => (
  <BucketFrame
    {...props}
    canShare={false}
    catalogue$={$(async () => (await call("GET /api/storage-ops/bucket-ui-tags")).items)}
    assign$={$((body: ReturnType<typeof tagChange>) => call("PATCH /api/storage-ops/bucket-ui-tags", { body }))}
  >
    <NavLink
      q:slot="open"
      href={bucketHref({ bucket: fullName(props.row), contextId: props.row.context_id })}
      class="btn btn-primary flex-1"
    >
      Open bucket
    </NavLink>
  </BucketFrame>
))
