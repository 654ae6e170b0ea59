import { $, component$, useSignal } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { callIn } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { followIn } from "~/client/sse"
import { ActionButton, type Subject, useAction } from "~/components/action"
import { type Asking, Listing, noSuchRow, type OffsetQuery, useListing } from "~/components/listing"
import { advancedFilter, equalsRule } from "~/components/filters/advanced-filter"
import { selectedKeys } from "~/components/resource-table"
import { type LiveFollowing, useLiveTable } from "~/features/buckets/live-table/use-live-table"
import { Icon } from "~/components/ui/icon"
import { WarningList } from "~/components/ui/warning-list"
import type { BulkTarget } from "~/features/buckets/bulk-changes/bulk-change"
import { BulkChangeDialog } from "~/features/buckets/bulk-changes/bulk-change-dialog"
import { ChangeButton } from "~/features/buckets/bulk-changes/change-button"
import { TemplateDialog, type TemplateTarget } from "~/features/buckets/golden-templates/template-dialog"
import { includedParts } from "~/features/buckets/workbench/included-parts"
import { useIncludedFeatures } from "~/features/buckets/workbench/use-included-features"
import { matchingQuery } from "~/features/buckets/workbench/matching-query"
import { CLUSTER_COLUMNS } from "~/features/buckets/workbench/workbench-columns"
import {
  clusterFilter,
  type ClusterFilters,
  clusterFilters,
  tagChoices
} from "~/features/buckets/workbench/workbench-filters"
import { useClusterViews } from "~/features/buckets/workbench/use-bucket-views"
import { WorkbenchLine } from "~/features/buckets/workbench/workbench-line"
import { LIVE_PAGE, tablePage } from "~/features/buckets/workbench/workbench-page"
import { ClusterBucketPanel } from "~/features/buckets/workbench/workbench-panel"
import { clusterRowId, withKey, type WorkbenchPage } from "~/features/buckets/workbench/workbench-row"
import { EndpointSelect } from "~/features/gateways/cluster-endpoint/endpoint-select"
import { useClusterEndpoint } from "~/features/gateways/cluster-endpoint/use-cluster-endpoint"
import { parseBucketName } from "~/lib/bucket-place"
import { useGoTo } from "~/lib/use-go-to"
import { useScope } from "~/lib/scope"

type Sorts = SortKey<"GET /api/cluster-admin/endpoints/:endpoint_id/buckets">

export default component$(() => {
  const scope = useScope()
  const { id } = useClusterEndpoint()
  const include = useSignal("")
  const views = useClusterViews(scope)
  const buckets = useListing(CLUSTER_COLUMNS, {
    id: "cluster-buckets",
    title: "Buckets",
    noun: { one: "bucket", many: "buckets" },
    rowKey: "key",
    sort: "name",
    search: "Search all buckets of the endpoint",
    filters: clusterFilters(
      $(async () =>
        tagChoices((await callIn(scope, "GET /api/cluster-admin/endpoints/:endpoint_id/bucket-ui-tags")).items)
      )
    ),
    remembered: true,
    views,
    selectable: true,
    page$: $(async (query: OffsetQuery<Sorts>, { exported, filters, signal }: Asking<ClusterFilters>) => {
      const page = await callIn(scope, "GET /api/cluster-admin/endpoints/:endpoint_id/buckets", {
        query: {
          ...query,
          include: include.value,
          ...includedParts(exported),
          advanced_filter: clusterFilter(filters)
        },
        signal
      })
      return tablePage({ ...page, items: page.items.map(withKey) })
    }),
    one$: $(async (key, signal) => {
      const { name, tenant } = parseBucketName(key)
      const { items } = await callIn(scope, "GET /api/cluster-admin/endpoints/:endpoint_id/buckets", {
        query: {
          page_size: 200,
          advanced_filter: advancedFilter([...equalsRule("name", name), ...equalsRule("tenant", tenant)])
        },
        signal
      })
      const row = items.map(withKey).find((bucket) => bucket.key === key)
      if (row === undefined) throw noSuchRow()
      return row
    }),
    empty: {
      icon: "database",
      title: "No bucket yet",
      text: "This endpoint has no bucket, or its buckets are still being read."
    }
  })
  useIncludedFeatures(buckets.table, include)
  const live = useLiveTable(buckets.table, {
    whole: true,
    include,
    follow$: $(({ onFrame, onState, signal }: LiveFollowing<WorkbenchPage["listing"]>) =>
      followIn(
        scope,
        "GET /api/cluster-admin/endpoints/:endpoint_id/buckets/stream",
        { query: { ...LIVE_PAGE, include: include.value }, signal },
        {
          onState,
          onFrame: (frame) =>
            onFrame(frame.event === "rows" ? { ...frame, data: { rows: frame.data.rows.map(withKey) } } : frame)
        }
      )
    )
  })
  const refresh = useAction({
    run$: $((subject: Subject) =>
      callIn({ endpointId: String(subject.id) }, "POST /api/cluster-admin/endpoints/:endpoint_id/buckets/cache/refresh")
    ),
    failed: "The listing was not refreshed"
  })
  const changing = useSignal<BulkTarget | null>(null)
  const target$ = $(
    (): BulkTarget => ({
      place: { workspace: "cluster-admin" as const, endpointId: Number(id.value) },
      ids: selectedKeys(buckets.table).map(clusterRowId),
      query: matchingQuery(buckets, clusterFilter),
      total: buckets.table.state.count,
      source: clusterRowId(buckets.table.url.open)
    })
  )
  const go = useGoTo()
  const templating = useSignal<TemplateTarget | null>(null)
  const refreshing = live.listing?.refreshing === true
  return (
    <Listing listing={buckets} panel={ClusterBucketPanel} ownRefresh>
      <div q:slot="header" class="contents">
        <EndpointSelect />
        <ChangeButton open={changing} target$={target$} class="btn-secondary" />
        <button
          type="button"
          class="btn btn-secondary btn-icon"
          aria-label="Create a golden template from this filter"
          disabled={id.value === null}
          onClick$={() => {
            const { filters, url } = buckets.table
            if (id.value === null) return
            templating.value = {
              endpointId: id.value,
              template: null,
              filters: Object.fromEntries(Object.keys(filters).map((name) => [name, url[name] ?? ""])),
              search: url.q.trim()
            }
          }}
        >
          <Icon name="list-checks" />
        </button>
        <ActionButton
          action={refresh}
          on={{ id: id.value ?? "", name: "the buckets" }}
          iconOnly
          label="Read the gateway again"
          icon="refresh-cw"
          spins={refreshing}
          disabled={id.value === null || refreshing}
        />
      </div>
      <span q:slot="bulk" class="contents">
        <ChangeButton open={changing} target$={target$} class="btn-ghost btn-sm" />
      </span>
      <BulkChangeDialog open={changing} />
      <TemplateDialog
        open={templating}
        saved$={$(() => go(`/cluster-admin/templates?endpoint_id=${id.value ?? ""}`))}
      />
      <WorkbenchLine q:slot="filters" live={live} />
      <WarningList q:slot="above" warnings={live.warnings} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "Buckets" }
