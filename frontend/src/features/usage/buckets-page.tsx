import { $, component$, useVisibleTask$ } from "@builder.io/qwik"
import { useScope } from "~/lib/scope"
import { callIn } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { type Asking, changed, Listing, type OffsetQuery, useListing } from "~/components/listing"
import { useTrail } from "~/lib/crumbs"
import { USAGE_COLUMNS, USAGE_FILTERS } from "./bucket-columns"
import { BucketUsagePanel } from "./bucket-usage-panel"
import type { BucketUsage } from "./usage"
import { RecountButtons, UsageNotices, UsageSides } from "./usage-head"
import { useUsage } from "./use-usage"

export const UsageBucketsPage = component$(() => {
  const scope = useScope()
  const usage = useUsage()
  const trail = useTrail()
  const buckets = useListing(USAGE_COLUMNS, {
    id: "usage-buckets",
    title: "Usage of buckets",
    noun: { one: "bucket", many: "buckets" },
    rowKey: "name",
    sort: "-used_bytes",
    search: "Search buckets",
    filters: USAGE_FILTERS,
    page$: $(
      (
        query: OffsetQuery<SortKey<"GET /api/manager/usage-stats/buckets">>,
        { filters, signal }: Asking<typeof USAGE_FILTERS>
      ) =>
        callIn(scope, "GET /api/manager/usage-stats/buckets", {
          query: { ...query, finding: filters.finding?.join(","), looked: filters.looked?.join(",") },
          signal
        })
    ),
    one$: $(
      async (name, signal) =>
        (
          await callIn(scope, "GET /api/manager/usage-stats/buckets/:bucket_name", {
            params: { bucket_name: name },
            signal
          })
        ).bucket
    ),
    empty: {
      icon: "chart-column",
      title: "Nothing counted yet",
      text: "Recalculate reads the statistics of every bucket of this context from the gateway."
    }
  })
  useVisibleTask$(
    () => {
      trail.value = { path: "/manager/usage/buckets", label: "Buckets" }
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      const rows = track(() => usage.rows)
      const table = buckets.table.handle.value
      // a recount does not compute growth: keep it until the next read
      if (rows !== undefined && table !== undefined)
        table.merge(
          rows.map((row) => ({
            ...row,
            grown_bytes: (table.rowOf(row.name) as BucketUsage | undefined)?.grown_bytes ?? null
          }))
        )
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      if (track(() => usage.counted) > 0) changed(buckets)
    },
    { strategy: "document-ready" }
  )
  return (
    <Listing listing={buckets} panel={BucketUsagePanel}>
      <span q:slot="header" class="contents">
        <RecountButtons />
      </span>
      <div q:slot="above" class="pb-3">
        <UsageSides />
        <UsageNotices />
      </div>
    </Listing>
  )
})
