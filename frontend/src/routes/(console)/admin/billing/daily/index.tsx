import { $, component$, useVisibleTask$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { type Asking, type CursorQuery, Listing, noSuchRow, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { ENDPOINT_FILTER, endpointIdOf } from "~/features/accounts/storage-access/endpoint-filter"
import { type BillingDay, dayKey, groupDigits, parseStatementKey } from "~/features/usage/billing/billing"
import { BillingSides } from "~/features/usage/billing/billing-sides"
import { DayPanel } from "~/features/usage/billing/day-panel"
import { KIND_OPTIONS } from "~/features/usage/quotas/quota-subject"
import { useTrail } from "~/lib/crumbs"
import { int } from "~/lib/format"

const callsOf = ({ categories }: BillingDay): number | null =>
  categories === null ? null : Object.values(categories).reduce((sum, count) => sum + count, 0)

const ByteHours = component$<{ readonly row: BillingDay }>(({ row }) => (
  <>{row.byte_hours === null ? "unknown" : groupDigits(row.byte_hours)}</>
))
const Calls = component$<{ readonly row: BillingDay }>(({ row }) => {
  const calls = callsOf(row)
  return <>{calls === null ? "unknown" : int(calls)}</>
})
const Hours = component$<{ readonly row: BillingDay }>(({ row }) => <>{row.measured_hours} of 24</>)

const COLUMNS = columns<BillingDay>([
  { key: "subject_name", label: "Name", width: "name", priority: 1 },
  { key: "day", label: "Day", width: "s", priority: 1, format: "date" },
  { key: "storage_endpoint_name", label: "Endpoint", width: "m", priority: 3 },
  { key: "byte_hours", label: "Byte-hours", width: "l", priority: 1, numeric: true, cell: ByteHours },
  { key: "measured_hours", label: "Hours measured", width: "s", priority: 3, numeric: true, cell: Hours },
  {
    key: "categories",
    label: "Calls",
    width: "s",
    priority: 2,
    numeric: true,
    cell: Calls,
    text$: $((row: BillingDay) => callsOf(row))
  },
  { key: "bytes_sent", label: "Sent", width: "s", priority: 2, numeric: true, format: "bytes", absent: "unknown" },
  {
    key: "bytes_received",
    label: "Received",
    width: "s",
    priority: 4,
    numeric: true,
    format: "bytes",
    absent: "unknown"
  }
])

const FILTERS = [
  { kind: "time", name: "day", label: "Day" },
  { kind: "choice", name: "type", label: "Kind", options: KIND_OPTIONS },
  ENDPOINT_FILTER
] as const

const dayBefore = (at: string): string => new Date(Date.parse(at) - 1).toISOString().slice(0, 10)

export default component$(() => {
  const trail = useTrail()
  const days = useListing(COLUMNS, {
    id: "billing-days",
    title: "Billing",
    noun: { one: "day", many: "days" },
    rowKey: "key",
    sort: "-day",
    filters: FILTERS,
    cursor$: $(async (query: CursorQuery, { filters: { day, endpoint, type }, signal }: Asking<typeof FILTERS>) => {
      const page = await call("GET /api/admin/billing/daily", {
        query: {
          limit: query.limit,
          cursor: query.cursor,
          from: day?.after?.slice(0, 10),
          to: day?.before ? dayBefore(day.before) : undefined,
          subject_type: type,
          storage_endpoint_id: endpointIdOf(endpoint)
        },
        signal
      })
      return { ...page, items: page.items.map(dayKey) }
    }),
    one$: $(async (key, signal) => {
      const { period, subject } = parseStatementKey(key)
      const page = await call("GET /api/admin/billing/daily", {
        query: { from: period, to: period, ...subject },
        signal
      })
      const [day] = page.items
      if (day === undefined) throw noSuchRow()
      return dayKey(day)
    }),
    empty: {
      icon: "file-text",
      title: "No billed days yet",
      text: "The job “Usage history” computes the day before, once a day."
    }
  })
  useVisibleTask$(
    () => {
      trail.value = { path: "/admin/billing/daily", label: "Daily usage" }
    },
    { strategy: "document-ready" }
  )
  return (
    <Listing listing={days} panel={DayPanel}>
      <div q:slot="above" class="pb-3">
        <BillingSides />
      </div>
    </Listing>
  )
})

export const head: DocumentHead = { title: "Daily usage" }
