import { $, component$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { byPage, columns, type Reading, ResourceTable, sortableOf, useResourceTable } from "~/components/resource-table"
import { ListingPage, PageHeader } from "~/components/ui/page-header"
import { EmptyState } from "~/components/ui/states"
import { NameCell } from "~/features/buckets/workbench/cells"
import { tablePage } from "~/features/buckets/workbench/workbench-page"
import { type ClusterBucket, withKey } from "~/features/buckets/workbench/workbench-row"
import { EndpointSelect } from "~/features/gateways/cluster-endpoint/endpoint-select"
import { useClusterEndpoint } from "~/features/gateways/cluster-endpoint/use-cluster-endpoint"
import { parseBucketName } from "~/lib/bucket-place"
import { clusterBrowserHref } from "~/lib/cluster-browser-href"
import { counted } from "~/lib/format"
import { useGoTo } from "~/lib/use-go-to"
import { useScope } from "~/lib/scope"
import { useReloadOnFocus } from "./use-reload-on-focus"

const COLUMNS = columns<ClusterBucket, SortKey<"GET /api/cluster-admin/endpoints/:endpoint_id/buckets">>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "tenant", label: "Tenant", width: "s", priority: 2, sortable: true, absent: "—" },
  { key: "owner", label: "Owner", width: "m", priority: 2, sortable: true, format: "mono" },
  { key: "object_count", label: "Objects", width: "s", priority: 3, numeric: true, sortable: true, format: "int" },
  { key: "used_bytes", label: "Size", width: "s", priority: 1, numeric: true, sortable: true, format: "bytes" }
])

export const ClusterBucketPicker = component$(() => {
  const scope = useScope()
  const { id } = useClusterEndpoint()
  const go = useGoTo()
  const table = useResourceTable({ id: "cluster-browser-buckets", sort: "name", sortable: sortableOf(COLUMNS) })
  useReloadOnFocus(table)
  return (
    <ListingPage>
      <PageHeader
        title="Object browser"
        count={table.state.status === "ready" ? counted(table.state.count, "bucket") : undefined}
      >
        <EndpointSelect />
      </PageHeader>
      <p class="px-5 pb-3 text-ink-2">
        Objects are read with a key of the bucket’s owner, and each request is in the audit trail. They cannot be
        changed here.
      </p>
      <ResourceTable
        table={table}
        label="Buckets to browse"
        noun={{ one: "bucket", many: "buckets" }}
        columns={COLUMNS}
        rowKey="key"
        scope={id.value}
        searchLabel="Search all buckets of the endpoint"
        href$={$((key: string) => clusterBrowserHref(id.value, parseBucketName(key)))}
        onOpen$={$((key: string) => go(clusterBrowserHref(id.value, parseBucketName(key))))}
        fetch$={$(async (query, { signal }: Reading) => {
          const page = await callIn(scope, "GET /api/cluster-admin/endpoints/:endpoint_id/buckets", {
            query: byPage(COLUMNS, query),
            signal
          })
          return tablePage({ ...page, items: page.items.map(withKey) })
        })}
      >
        <div q:slot="empty">
          <EmptyState
            icon="database"
            title="No bucket yet"
            text="This endpoint has no bucket, or its buckets are still being read."
          />
        </div>
      </ResourceTable>
    </ListingPage>
  )
})
