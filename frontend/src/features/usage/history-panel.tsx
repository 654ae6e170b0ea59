import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { type Series, TimeSeries } from "~/components/chart/time-series"
import { Icon } from "~/components/ui/icon"
import { ErrorState } from "~/components/ui/states"
import { ToggleGroup } from "~/components/ui/toggle-group"
import { reload } from "~/lib/use-loaded"
import { daysOf } from "./series"
import { useCounted } from "./use-counted"
import { readHistory } from "./usage-scope"
import { useUsage } from "./use-usage"

const PERIODS = [
  ["30", "30 days"],
  ["90", "90 days"],
  ["366", "A year"]
] as const
const MEASURES = [
  ["used_bytes", "Size"],
  ["object_count", "Objects"]
] as const

export const HistoryPanel = component$<{ readonly bucket: string }>(({ bucket }) => {
  const usage = useUsage()
  const days = useSignal(90)
  const by = useSignal<(typeof MEASURES)[number][0]>("used_bytes")
  const loaded = useCounted($((signal: AbortSignal) => readHistory(usage.scope, days.value, bucket, signal)))
  useVisibleTask$(
    ({ track }) => {
      if (track(() => days.value) !== 90 || loaded.value !== null) reload(loaded)
    },
    { strategy: "document-ready" }
  )
  const loadedHistory = loaded.value
  const series: ReadonlyArray<Series> =
    loadedHistory === null
      ? []
      : [
          {
            name: by.value === "used_bytes" ? "Stored" : "Objects",
            points: daysOf(
              loadedHistory.days,
              ({ day }) => day,
              (day) => day[by.value]
            )
          }
        ]
  return (
    <section class="mt-8 min-w-0" aria-labelledby="usage-history">
      <div class="mb-2 flex flex-wrap items-center gap-2">
        <h2 id="usage-history" class="me-auto text-base font-semibold">
          Day by day
        </h2>
        <ToggleGroup
          label="Measure of the history"
          choices={MEASURES}
          chosen={by.value}
          choose$={$((measure: string) => {
            by.value = measure as typeof by.value
          })}
        />
        <ToggleGroup
          label="Period of the history"
          choices={PERIODS}
          chosen={String(days.value)}
          choose$={$((period: string) => {
            days.value = Number(period)
          })}
        />
      </div>
      {loaded.problem && (
        <ErrorState title="The history could not be read" problem={loaded.problem} onRetry$={$(() => reload(loaded))} />
      )}
      {loadedHistory === null ? (
        !loaded.problem && <span class="skeleton block h-56" />
      ) : loadedHistory.days.length > 1 ? (
        <TimeSeries
          key={`${by.value} ${days.value}`}
          label={`${by.value === "used_bytes" ? "Storage" : "Objects"}, day by day`}
          series={series}
          unit={by.value === "used_bytes" ? "bytes" : "count"}
          area
        />
      ) : (
        <p class="alert">
          <Icon name="chart-column" />
          <span>
            The chart needs counts from two days.{" "}
            {loadedHistory.collected
              ? "A count is taken every night."
              : `This ${usage.scope.kind} is not counted automatically: press Recalculate on another day.`}
          </span>
        </p>
      )}
      {loadedHistory !== null && loadedHistory.days.length > 1 && !loadedHistory.collected && (
        <p class="mt-1 text-xs text-ink-3">
          Only days with a recount: this {usage.scope.kind} is not counted automatically.
        </p>
      )}
    </section>
  )
})
