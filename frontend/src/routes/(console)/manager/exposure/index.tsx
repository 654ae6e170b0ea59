import { $, component$ } from "@builder.io/qwik"
import { useScope } from "~/lib/scope"
import type { DocumentHead } from "@builder.io/qwik-city"
import { callIn } from "~/client/call"
import { type AllRows, type Asking, Listing, noSuchRow, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { asExposed, EXPOSURE_FILTERS, type Exposed } from "~/features/buckets/exposure/exposed"
import { ExposurePanel } from "~/features/buckets/exposure/exposure-panel"
import { ExposureBadge, EXPOSURE_VERDICTS } from "~/features/buckets/policies/verdict"
import { cachedRows } from "~/features/buckets/live-rows/cached-rows"
import { LiveLine } from "~/features/buckets/live-rows/live-line"
import { useLiveRows } from "~/features/buckets/live-rows/live-rows"
import { staleness } from "~/features/buckets/staleness"
import { listedPage } from "~/lib/listed-page"

interface Cell {
  readonly row: Exposed
}

const VerdictCell = component$<Cell>(({ row }) => <ExposureBadge verdict={row.verdict} />)
const ThroughCell = component$<Cell>(({ row }) => {
  const hint = row.problem?.detail ?? (row.ways.length === 0 ? row.words : row.ways.map(({ words }) => words).join(" "))
  return (
    <span class="block truncate" title={hint}>
      {hint}
    </span>
  )
})

const COLUMNS = columns<Exposed, "bucket" | "rank">([
  { key: "bucket", label: "Bucket", width: "m", priority: 1, sortable: true },
  {
    key: "rank",
    label: "Exposure",
    width: "m",
    priority: 1,
    sortable: true,
    cell: VerdictCell,
    text$: $((row: Exposed) => EXPOSURE_VERDICTS[row.verdict].text)
  },
  {
    key: "words",
    label: "Through what",
    width: "name",
    priority: 2,
    cell: ThroughCell,
    text$: $(
      (row: Exposed) =>
        row.problem?.detail ?? (row.ways.length === 0 ? row.words : row.ways.map(({ words }) => words).join(" "))
    )
  },
  {
    key: "website",
    label: "Website",
    width: "xs",
    priority: 4,
    optional: true,
    text$: $((row: Exposed) => (row.website ? "yes" : "no"))
  }
])

export default component$(() => {
  const scope = useScope()
  const { contexts } = scope
  const exposure = useListing(COLUMNS, {
    id: "exposure",
    title: "Exposure",
    noun: { one: "bucket", many: "buckets" },
    rowKey: "bucket",
    sort: "rank",
    search: "Search buckets and ways",
    searchIn: ["bucket", "words"],
    filters: EXPOSURE_FILTERS,
    whole$: $(
      ({ signal }: Asking<typeof EXPOSURE_FILTERS>): Promise<ReadonlyArray<Exposed>> =>
        import.meta.env.SSR
          ? Promise.resolve([])
          : cachedRows<Exposed>("exposure").known(`${contexts.current?.id ?? ""} `, signal)
    ),
    everything$: $(async ({ signal }): Promise<AllRows<Exposed>> => {
      const { items, listing } = listedPage(await callIn(scope, "GET /api/manager/exposure", { signal }))
      return { rows: items.map(asExposed), stale: staleness(listing) }
    }),
    one$: $(async (bucket, signal): Promise<Exposed> => {
      const { items } = listedPage(
        await callIn(scope, "GET /api/manager/exposure", { query: { search: bucket }, signal })
      )
      const match = items.find((row) => row.bucket === bucket)
      if (match === undefined) throw noSuchRow()
      return asExposed(match)
    }),
    empty: {
      icon: "globe",
      title: "No bucket yet",
      text: "Whether buckets of this account are public, and through what, shows here."
    }
  })
  const live = useLiveRows("exposure", exposure.table, "")
  return (
    <Listing listing={exposure} panel={ExposurePanel} ownRefresh>
      <LiveLine q:slot="header" live={live} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "Exposure" }
