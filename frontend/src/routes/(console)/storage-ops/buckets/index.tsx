import { $, component$, useSignal } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { followEventStream } from "~/client/sse"
import { ActionButton, useAction } from "~/components/action"
import { type Asking, Listing, noSuchRow, type OffsetQuery, useListing } from "~/components/listing"
import { advancedFilter, equalsRule } from "~/components/filters/advanced-filter"
import { selectedKeys } from "~/components/resource-table"
import { type LiveFollowing, useLiveTable } from "~/features/buckets/live-table/use-live-table"
import { WarningList } from "~/components/ui/warning-list"
import type { BulkTarget } from "~/features/buckets/bulk-changes/bulk-change"
import { BulkChangeDialog } from "~/features/buckets/bulk-changes/bulk-change-dialog"
import { ChangeButton } from "~/features/buckets/bulk-changes/change-button"
import { includedParts } from "~/features/buckets/workbench/included-parts"
import { useIncludedFeatures } from "~/features/buckets/workbench/use-included-features"
import { matchingQuery } from "~/features/buckets/workbench/matching-query"
import { OPS_COLUMNS } from "~/features/buckets/workbench/workbench-columns"
import { opsFilter, type OpsFilters, opsFilters, tagChoices } from "~/features/buckets/workbench/workbench-filters"
import { useOpsViews } from "~/features/buckets/workbench/use-bucket-views"
import { WorkbenchLine } from "~/features/buckets/workbench/workbench-line"
import { LIVE_PAGE, tablePage } from "~/features/buckets/workbench/workbench-page"
import type { WorkbenchPage } from "~/features/buckets/workbench/workbench-row"
import { OpsBucketPanel } from "~/features/buckets/workbench/workbench-panel"
import { parseBucketName } from "~/lib/bucket-place"

type Sorts = SortKey<"GET /api/storage-ops/buckets">

export default component$(() => {
  const include = useSignal("")
  const views = useOpsViews()
  const buckets = useListing(OPS_COLUMNS, {
    id: "ops-buckets",
    title: "Buckets",
    noun: { one: "bucket", many: "buckets" },
    rowKey: "id",
    sort: "name",
    search: "Search the buckets of all contexts",
    filters: opsFilters($(async () => tagChoices((await call("GET /api/storage-ops/bucket-ui-tags")).items))),
    remembered: true,
    views,
    selectable: true,
    page$: $(async (query: OffsetQuery<Sorts>, { exported, filters, signal }: Asking<OpsFilters>) =>
      tablePage(
        await call("GET /api/storage-ops/buckets", {
          query: { ...query, include: include.value, ...includedParts(exported), advanced_filter: opsFilter(filters) },
          signal
        })
      )
    ),
    one$: $(async (id, signal) => {
      const { name } = parseBucketName(id.slice(id.indexOf("::") + 2))
      const { items } = await call("GET /api/storage-ops/buckets", {
        query: { page_size: 200, advanced_filter: advancedFilter(equalsRule("name", name)) },
        signal
      })
      const row = items.find((bucket) => bucket.id === id)
      if (row === undefined) throw noSuchRow()
      return row
    }),
    empty: {
      icon: "database",
      title: "No bucket yet",
      text: "Your contexts have no bucket, or their buckets are still being read."
    }
  })
  useIncludedFeatures(buckets.table, include)
  const live = useLiveTable(buckets.table, {
    whole: true,
    include,
    follow$: $(({ onFrame, onState, signal }: LiveFollowing<WorkbenchPage["listing"]>) =>
      followEventStream(
        "GET /api/storage-ops/buckets/stream",
        { query: { ...LIVE_PAGE, include: include.value }, signal },
        { onFrame, onState }
      )
    )
  })
  const refresh = useAction({
    run$: $(() => call("POST /api/storage-ops/buckets/cache/refresh")),
    failed: "The listings were not refreshed"
  })
  const changing = useSignal<BulkTarget | null>(null)
  const target$ = $(
    (): BulkTarget => ({
      place: { workspace: "storage-ops" as const },
      ids: selectedKeys(buckets.table),
      query: matchingQuery(buckets, opsFilter),
      total: buckets.table.state.count,
      source: buckets.table.url.open
    })
  )
  const refreshing = live.listing?.refreshing === true
  return (
    <Listing listing={buckets} panel={OpsBucketPanel} ownRefresh>
      <span q:slot="header" class="contents">
        <ChangeButton open={changing} target$={target$} class="btn-secondary" />
        <ActionButton
          action={refresh}
          on={{ id: "all", name: "the buckets" }}
          iconOnly
          label="Read the gateways again"
          icon="refresh-cw"
          spins={refreshing}
          disabled={refreshing}
        />
      </span>
      <span q:slot="bulk" class="contents">
        <ChangeButton open={changing} target$={target$} class="btn-ghost btn-sm" />
      </span>
      <BulkChangeDialog open={changing} />
      <WorkbenchLine q:slot="filters" live={live} />
      <WarningList q:slot="above" warnings={live.warnings} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "Buckets" }
