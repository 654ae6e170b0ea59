import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { changed, EXACT_FILTER, ExactToggle, Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import {
  ContextsCell,
  HealthCell,
  KindCell,
  NameCell,
  type StorageEndpoint,
  TagsCell
} from "~/features/gateways/endpoints/cells"
import { EndpointPanel } from "~/features/gateways/endpoints/endpoint-panel"
import { useLiveHealth } from "~/features/gateways/endpoints/live-health"
import { useEndpointStatus } from "~/lib/use-endpoint-status"

const COLUMNS = columns<StorageEndpoint>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "url", label: "Address", width: "l", priority: 2, sortable: true, format: "mono" },
  { key: "provider", label: "Kind", width: "xs", priority: 4, sortable: true, cell: KindCell },
  { key: "region", label: "Region", width: "s", priority: 4, sortable: true },
  {
    key: "tags",
    label: "Tags",
    width: "m",
    priority: 4,
    cell: TagsCell,
    text$: $((row: StorageEndpoint) => row.tags.join(", "))
  },
  {
    key: "account_count",
    label: "Contexts",
    width: "s",
    priority: 3,
    numeric: true,
    cell: ContextsCell,
    text$: $((row: StorageEndpoint) => row.account_count + row.s3_user_count)
  },
  { key: "health.state", label: "Health", width: "m", priority: 1, cell: HealthCell }
])
const WITHOUT_HEALTH = COLUMNS.filter(({ key }) => key !== "health.state")

const PROVIDER = {
  kind: "choice",
  many: true,
  name: "provider",
  label: "Kind",
  of: "provider",
  options: [
    { value: "cluster", label: "Ceph cluster" },
    { value: "cloud", label: "Cloud" },
    { value: "other", label: "Other" }
  ]
} as const
const HEALTH = {
  kind: "choice",
  many: true,
  name: "health",
  label: "Health",
  of: "health.state",
  options: [
    { value: "up", label: "Up" },
    { value: "degraded", label: "Degraded" },
    { value: "down", label: "Down" }
  ]
} as const
const FILTERS = [PROVIDER, HEALTH, EXACT_FILTER] as const
const FEWER_FILTERS = [PROVIDER, EXACT_FILTER] as const

const Endpoints = component$<{ readonly watched: boolean }>(({ watched }) => {
  const endpoints = useListing(watched ? COLUMNS : WITHOUT_HEALTH, {
    id: "endpoints",
    title: "Storage endpoints",
    noun: { one: "endpoint", many: "endpoints" },
    rowKey: "id",
    sort: "name",
    search: "Search by name, address, region or tag",
    filters: watched ? FILTERS : FEWER_FILTERS,
    whole$: $(({ signal }) => call("GET /api/admin/storage-endpoints", { signal })),
    searchIn: ["name", "url", "region", "tags"],
    begin: [{ intent: "create", label: "Add endpoint", icon: "plus", opens: "/admin/storage-endpoints/new" }],
    empty: {
      icon: "server",
      title: "No storage endpoint yet",
      text: "Register the address of a Ceph RGW or another S3-compatible gateway to begin."
    }
  })
  useLiveHealth($(() => changed(endpoints)))
  return (
    <Listing listing={endpoints} panel={EndpointPanel}>
      <span q:slot="filters" class="contents">
        <ExactToggle listing={endpoints} />
      </span>
    </Listing>
  )
})

export default component$(() => {
  const watched = useEndpointStatus()
  return <Endpoints key={watched.value ? "watched" : "unwatched"} watched={watched.value} />
})

export const head: DocumentHead = { title: "Storage endpoints" }
