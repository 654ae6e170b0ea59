import { $, component$, useVisibleTask$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import type { RateCard } from "~/features/usage/billing/billing"
import { BillingSides } from "~/features/usage/billing/billing-sides"
import { RateCardPanel } from "~/features/usage/billing/rate-card-panel"
import { useTrail } from "~/lib/crumbs"

const COLUMNS = columns<RateCard, "name" | "storage_endpoint_name" | "valid_from" | "valid_until">([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true },
  { key: "storage_endpoint_name", label: "Endpoint", width: "m", priority: 2, sortable: true },
  { key: "valid_from", label: "Valid from", width: "m", priority: 1, sortable: true, format: "date" },
  {
    key: "valid_until",
    label: "Valid until",
    width: "m",
    priority: 1,
    sortable: true,
    format: "date",
    absent: "no end"
  },
  { key: "currency", label: "Currency", width: "xs", priority: 2 },
  { key: "price_per_gib_month", label: "Per GiB-month", width: "s", priority: 2, numeric: true },
  { key: "price_per_gib_out", label: "Per GiB sent", width: "s", priority: 3, numeric: true }
])

export default component$(() => {
  const trail = useTrail()
  const cards = useListing(COLUMNS, {
    id: "rate-cards",
    title: "Billing",
    noun: { one: "rate card", many: "rate cards" },
    rowKey: "id",
    sort: "storage_endpoint_name",
    search: "Search rate cards",
    searchIn: ["name", "storage_endpoint_name", "currency"],
    whole$: $(({ signal }): Promise<ReadonlyArray<RateCard>> => call("GET /api/admin/billing/rate-cards", { signal })),
    begin: [{ intent: "create", label: "Create rate card", icon: "plus", opens: "/admin/billing/rate-cards/new" }],
    empty: {
      icon: "file-text",
      title: "No rate card yet",
      text: "A rate card has the prices of a storage endpoint in a period. Days without one cost nothing."
    }
  })
  useVisibleTask$(
    () => {
      trail.value = { path: "/admin/billing/rate-cards", label: "Rate cards" }
    },
    { strategy: "document-ready" }
  )
  return (
    <Listing listing={cards} panel={RateCardPanel}>
      <div q:slot="above" class="pb-3">
        <BillingSides />
      </div>
    </Listing>
  )
})

export const head: DocumentHead = { title: "Rate cards" }
