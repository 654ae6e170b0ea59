import { $, component$, useSignal } from "@builder.io/qwik"
import { ChartTable, ShareChart, sharesOf } from "~/components/chart"
import { CopyAs } from "~/components/ui/copy-as"
import { FreshnessLine } from "~/components/ui/freshness"
import { Icon } from "~/components/ui/icon"
import { ToggleGroup } from "~/components/ui/toggle-group"
import { bytes, counted, int, percent } from "~/lib/format"
import { endpointUsageCommands, usageCommands } from "./commands"
import { ContentsPanel } from "./contents-panel"
import { Figures } from "./figures"
import { FindingsList } from "./findings-list"
import { GrowthPanel } from "./growth-panel"
import { HistoryPanel } from "./history-panel"
import type { UsageSnapshot } from "./usage"
import { useUsage } from "./use-usage"

const MEASURES = [
  ["used_bytes", "Size"],
  ["object_count", "Objects"]
] as const
type Measure = (typeof MEASURES)[number][0]

const LABELS = { used_bytes: "Storage per bucket", object_count: "Objects per bucket" } as const
const NOUN = { one: "bucket", many: "buckets" } as const
const TOP_COUNT = 10

const shareOf = (part: number, whole: number): string => percent(whole === 0 ? 0 : Math.min(1, part / whole))

const rowsOf = ({ distribution, statistics }: UsageSnapshot, by: Measure): ReadonlyArray<ReadonlyArray<string>> => {
  const rows = distribution
    .toSorted((a, b) => b[by] - a[by])
    .map((share) => [share.name, shareOf(share[by], statistics[by]), int(share.object_count), bytes(share.used_bytes)])
  const omittedCount = statistics.bucket_count - distribution.length
  if (omittedCount <= 0) return rows
  const remainderOf = (measure: Measure) =>
    Math.max(0, statistics[measure] - distribution.reduce((sum, share) => sum + share[measure], 0))
  return [
    ...rows,
    [
      counted(omittedCount, "other bucket"),
      shareOf(remainderOf(by), statistics[by]),
      int(remainderOf("object_count")),
      bytes(remainderOf("used_bytes"))
    ]
  ]
}

const Shares = component$<{ readonly snapshot: UsageSnapshot }>(({ snapshot }) => {
  const by = useSignal<Measure>("used_bytes")
  const table = useSignal(false)
  const { distribution, statistics } = snapshot
  const shares = sharesOf(
    distribution.map((share) => ({ name: share.name, value: share[by.value] })),
    TOP_COUNT,
    statistics[by.value],
    statistics.bucket_count
  )
  return (
    <section class="mt-8" aria-labelledby="usage-shares" data-testid="shares">
      <div class="mb-3 flex flex-wrap items-center gap-2">
        <h2 id="usage-shares" class="me-auto text-base font-semibold">
          {LABELS[by.value]}
        </h2>
        <ToggleGroup
          label="Measure"
          choices={MEASURES}
          chosen={by.value}
          choose$={$((measure: string) => {
            by.value = measure as Measure
          })}
        />
        <button
          type="button"
          class={["btn btn-sm", table.value ? "btn-secondary" : "btn-ghost"]}
          aria-pressed={table.value ? "true" : "false"}
          onClick$={() => {
            table.value = !table.value
          }}
        >
          Show as table
        </button>
      </div>
      {table.value ? (
        <ChartTable
          caption={`${LABELS[by.value]}, ${counted(distribution.length, "bucket")}`}
          heads={["Bucket", "Share", "Objects", "Size"]}
          rows={rowsOf(snapshot, by.value)}
        />
      ) : shares.total === 0 ? (
        <p class="text-ink-3">Nothing is stored in these buckets.</p>
      ) : (
        <ShareChart
          key={by.value}
          label={LABELS[by.value]}
          shares={shares}
          unit={by.value === "used_bytes" ? "bytes" : "count"}
          noun={NOUN}
        />
      )}
    </section>
  )
})

export const UsageReport = component$<{ readonly snapshot: UsageSnapshot }>(({ snapshot }) => {
  const { id, kind } = useUsage().scope
  const { contents, findings, statistics } = snapshot
  return (
    <div class="max-w-5xl">
      <Figures snapshot={snapshot} />
      <div class="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        <FreshnessLine stream="none" readAt={snapshot.calculated_at} stale={false} verb="Counted" />
        {contents !== null && (
          <FreshnessLine stream="none" readAt={contents.looked_at} stale={false} verb="Looked into" />
        )}
        {statistics.unavailable_count > 0 && (
          <span class="text-xs text-warn">
            Partial: {counted(statistics.unavailable_count, "bucket")} without statistics{" "}
            {statistics.unavailable_count === 1 ? "is" : "are"} not in the sums.
          </span>
        )}
      </div>
      {kind === "context" && (
        <section class="mt-5" aria-label="What was found">
          <FindingsList findings={findings} looked={contents !== null} />
        </section>
      )}
      <HistoryPanel bucket="" />
      <Shares snapshot={snapshot} />
      {kind === "endpoint" ? null : contents === null ? (
        <p class="alert mt-8" data-testid="not-looked">
          <Icon name="info" />
          <span>
            Distribution by size, age and storage class, and what is hidden, is known once somebody looks into the
            buckets: every version and unfinished upload is listed then, within a bound for each bucket.
          </span>
        </p>
      ) : (
        <ContentsPanel contents={contents} />
      )}
      {kind === "context" && <GrowthPanel />}
      <div class="mt-8">
        <CopyAs
          commands={kind === "context" ? usageCommands(id) : endpointUsageCommands(id)}
          about={`reads the usage of this ${kind}`}
        />
      </div>
    </div>
  )
})
