import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { type Asking, Listing, type OffsetQuery, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { ENDPOINT_FILTER, endpointIdOf } from "~/features/accounts/storage-access/endpoint-filter"
import {
  BytesCell,
  ObjectsCell,
  RatioCell,
  ratioText,
  StateCell,
  SubjectCell,
  TimeCell
} from "~/features/usage/quotas/cells"
import { QuotaPanel } from "~/features/usage/quotas/quota-panel"
import {
  KIND_OPTIONS,
  withKey,
  subjectParams,
  type QuotaSubject,
  STATE_OPTIONS,
  QUOTA_STATES,
  timeText
} from "~/features/usage/quotas/quota-subject"

type Sort = SortKey<"GET /api/admin/quota/subjects">

const COLUMNS = columns<QuotaSubject, Sort>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: SubjectCell },
  {
    key: "state",
    label: "State",
    width: "s",
    priority: 1,
    sortable: true,
    cell: StateCell,
    text$: $((row: QuotaSubject) => QUOTA_STATES[row.state].text)
  },
  {
    key: "time_until_full",
    label: "Time until full",
    width: "l",
    priority: 1,
    sortable: true,
    cell: TimeCell,
    text$: $((row: QuotaSubject) => timeText(row))
  },
  {
    key: "usage",
    label: "Used",
    width: "s",
    priority: 3,
    numeric: true,
    sortable: true,
    cell: RatioCell,
    text$: $((row: QuotaSubject) => ratioText(row))
  },
  { key: "used_bytes", label: "Size", width: "l", priority: 2, cell: BytesCell },
  { key: "object_count", label: "Objects", width: "l", priority: 2, cell: ObjectsCell },
  { key: "storage_endpoint_name", label: "Endpoint", width: "m", priority: 3 },
  { key: "measured_at", label: "Measured", width: "s", priority: 4, format: "ago", absent: "not yet" }
])

const FILTERS = [
  {
    kind: "choice",
    name: "state",
    label: "State",
    options: STATE_OPTIONS
  },
  { kind: "choice", name: "type", label: "Kind", options: KIND_OPTIONS },
  ENDPOINT_FILTER
] as const

export default component$(() => {
  const quotas = useListing(COLUMNS, {
    id: "quotas",
    title: "Quotas",
    noun: { one: "quota", many: "quotas" },
    rowKey: "key",
    sort: "time_until_full",
    search: "Search all RGW accounts and RGW users",
    filters: FILTERS,
    page$: $(
      async (query: OffsetQuery<Sort>, { filters: { endpoint, state, type }, signal }: Asking<typeof FILTERS>) => {
        const page = await call("GET /api/admin/quota/subjects", {
          query: { ...query, state, type, storage_endpoint_id: endpointIdOf(endpoint) },
          signal
        })
        return { ...page, items: page.items.map(withKey) }
      }
    ),
    one$: $(async (key, signal) =>
      withKey(await call("GET /api/admin/quota/subjects/:type/:id", { params: subjectParams(key), signal }))
    ),
    empty: {
      icon: "chart-column",
      title: "No RGW account or RGW user yet",
      text: "Register one: the quota monitor measures it every hour."
    }
  })
  return <Listing listing={quotas} panel={QuotaPanel} />
})

export const head: DocumentHead = { title: "Quotas" }
