import { component$, useSignal } from "@builder.io/qwik"
import type { Answer } from "~/client/contract"
import { ChartTable, ShareChart, sharesOf } from "~/components/chart"
import { FreshnessLine } from "~/components/ui/freshness"
import { Icon } from "~/components/ui/icon"
import { bytes, counted, int, percent } from "~/lib/format"

/** What the last recount of a context found. */
export type UsageSnapshot = NonNullable<Answer<"GET /api/manager/usage-stats/latest">["snapshot"]>

const MEASURES = [["used_bytes", "Size"], ["object_count", "Objects"]] as const
type Measure = (typeof MEASURES)[number][0]

const LABELS = { used_bytes: "Storage per bucket", object_count: "Objects per bucket" } as const
const NOUN = { one: "bucket", many: "buckets" } as const
/** Parts of the bar; the rest is one. */
const TOP = 10

const Figure = (props: { readonly label: string; readonly value: string }) => (
  <div class="rounded-card border border-line p-3 sm:p-4"><p class="text-xs text-ink-3">{props.label}</p><p class="num mt-1 text-lg font-semibold wrap-anywhere sm:text-xl">{props.value}</p></div>
)

const shareOf = (part: number, whole: number): string => percent(whole === 0 ? 0 : Math.min(1, part / whole))

/** Every bucket that the snapshot names, and the rest as one row. */
const rowsOf = ({ distribution, statistics }: UsageSnapshot, by: Measure): ReadonlyArray<ReadonlyArray<string>> => {
  const rows = distribution.toSorted((a, b) => b[by] - a[by]).map((share) => [share.name, shareOf(share[by], statistics[by]), int(share.object_count), bytes(share.used_bytes)])
  const left = statistics.bucket_count - distribution.length
  if (left <= 0) return rows
  const rest = (measure: Measure) => Math.max(0, statistics[measure] - distribution.reduce((sum, share) => sum + share[measure], 0))
  return [...rows, [counted(left, "other bucket"), shareOf(rest(by), statistics[by]), int(rest("object_count")), bytes(rest("used_bytes"))]]
}

/** What a context holds, and which buckets hold most of it, each as its share of all. */
export const UsageReport = component$<{ readonly snapshot: UsageSnapshot }>(({ snapshot }) => {
  const by = useSignal<Measure>("used_bytes")
  const table = useSignal(false)
  const { distribution, statistics, warnings } = snapshot
  const shares = sharesOf(distribution.map((share) => ({ name: share.name, value: share[by.value] })), TOP, statistics[by.value], statistics.bucket_count)
  return (
    <div class="max-w-3xl">
      <div class="grid grid-cols-2 gap-3 min-[480px]:grid-cols-3" data-testid="usage">
        <Figure label="Stored" value={bytes(statistics.used_bytes)} />
        <Figure label="Objects" value={int(statistics.object_count)} />
        <Figure label="Buckets" value={int(statistics.bucket_count)} />
      </div>
      <div class="mt-2"><FreshnessLine stream="none" readAt={snapshot.calculated_at} stale={false} said="Counted" /></div>
      {warnings?.map((warning) => <p key={warning} class="mt-3 flex gap-2 text-warn" role="status"><Icon name="triangle-alert" />{warning}</p>)}
      <div class="mt-6 mb-3 flex flex-wrap items-center gap-2">
        <h2 class="me-auto font-medium">{LABELS[by.value]}</h2>
        <div class="flex gap-1" role="group" aria-label="Measure">
          {MEASURES.map(([measure, label]) => (
            <button key={measure} type="button" class={["btn btn-sm", by.value === measure ? "btn-secondary" : "btn-ghost"]} aria-pressed={by.value === measure ? "true" : "false"} onClick$={() => { by.value = measure }}>{label}</button>
          ))}
        </div>
        <button type="button" class={["btn btn-sm", table.value ? "btn-secondary" : "btn-ghost"]} aria-pressed={table.value ? "true" : "false"} onClick$={() => { table.value = !table.value }}>Show as table</button>
      </div>
      {table.value
        ? <ChartTable caption={`${LABELS[by.value]}, ${counted(distribution.length, "bucket")}`} heads={["Bucket", "Share", "Objects", "Size"]} rows={rowsOf(snapshot, by.value)} />
        : shares.total === 0
        ? <p class="text-ink-3">Nothing is stored in these buckets.</p>
        : <ShareChart key={by.value} label={LABELS[by.value]} shares={shares} unit={by.value === "used_bytes" ? "bytes" : "count"} noun={NOUN} />}
    </div>
  )
})
