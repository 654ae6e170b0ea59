import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { type Series, TimeSeries } from "~/components/chart/time-series"
import { Icon } from "~/components/ui/icon"
import { ErrorState } from "~/components/ui/states"
import { ToggleGroup } from "~/components/ui/toggle-group"
import { reload, useLoaded } from "~/lib/use-loaded"
import { daysOf } from "../series"
import type { SubjectType } from "./quota-subject"

type History = Answer<"GET /api/admin/quota/subjects/:type/:id/history">

const DAY_MS = 86_400_000
/** Longer between two measurements is a gap; the collection runs once a day by default. */
const MAX_HOURLY_STEP = 1.5 * DAY_MS
const MEASURES = [
  ["bytes", "Size"],
  ["objects", "Objects"]
] as const
type Measure = (typeof MEASURES)[number][0]

const PERIODS = [
  ["hourly-7", "7 days by hour"],
  ["hourly-30", "30 days by hour"],
  ["daily-30", "30 days"],
  ["daily-90", "90 days"],
  ["daily-366", "A year"]
] as const

const limitOf = { bytes: "quota_max_bytes", objects: "quota_max_objects" } as const

const seriesOf = ({ points, resolution }: History, by: Measure): ReadonlyArray<Series> => {
  const step = resolution === "hourly" ? MAX_HOURLY_STEP : DAY_MS
  const used = daysOf(
    points,
    ({ at }) => at,
    (point) => point[by].last,
    step
  )
  const limit = daysOf(
    points,
    ({ at }) => at,
    (point) => point[limitOf[by]],
    step
  )
  return [
    { name: by === "bytes" ? "Stored" : "Objects", points: used },
    ...(limit.some(({ value }) => value !== null) ? [{ name: "Quota", points: limit }] : [])
  ]
}

export const QuotaChart = component$<{ readonly type: SubjectType; readonly id: number }>(({ id, type }) => {
  const period = useSignal<string>("daily-30")
  const by = useSignal<Measure>("bytes")
  const loaded = useLoaded<{ readonly period: string; readonly history: History }>(
    $(async (signal: AbortSignal) => {
      const requested = period.value
      const [resolution = "", days = ""] = requested.split("-")
      const history = await call("GET /api/admin/quota/subjects/:type/:id/history", {
        params: { type, id },
        query: {
          resolution: resolution === "hourly" ? "hourly" : "daily",
          from: new Date(Date.now() - Number(days) * DAY_MS).toISOString()
        },
        signal
      })
      return { period: requested, history }
    })
  )
  useVisibleTask$(
    ({ track }) => {
      const requested = track(() => period.value)
      if (loaded.value !== null && loaded.value.period !== requested) reload(loaded)
    },
    { strategy: "document-ready" }
  )
  const history = loaded.value?.history
  return (
    <section class="min-w-0" aria-labelledby="quota-history" data-testid="quota-history">
      <div class="mb-2 flex flex-wrap items-center gap-2">
        <h2 id="quota-history" class="me-auto text-base font-semibold">
          History
        </h2>
        <ToggleGroup
          label="Measure of the history"
          choices={MEASURES}
          chosen={by.value}
          choose$={$((measure: string) => {
            by.value = measure === "objects" ? "objects" : "bytes"
          })}
        />
        <ToggleGroup
          label="Period of the history"
          choices={PERIODS}
          chosen={period.value}
          choose$={$((chosen: string) => {
            period.value = chosen
          })}
        />
      </div>
      {loaded.problem && (
        <ErrorState title="The history could not be read" problem={loaded.problem} onRetry$={$(() => reload(loaded))} />
      )}
      {history === undefined ? (
        !loaded.problem && <span class="skeleton block h-56" />
      ) : history.points.length > 1 ? (
        <>
          <TimeSeries
            key={`${by.value} ${loaded.value?.period}`}
            label={by.value === "bytes" ? "Storage" : "Objects"}
            series={seriesOf(history, by.value)}
            unit={by.value === "bytes" ? "bytes" : "count"}
            area
          />
          <p class="text-xs text-ink-3">
            {history.retention_days === 0
              ? "These measurements are not deleted."
              : `These measurements are deleted after ${history.retention_days} days.`}
          </p>
        </>
      ) : (
        <p class="alert">
          <Icon name="chart-column" />
          <span>
            Too few measurements for a chart. The job “Usage history” stores one at each run, by default once a day.
          </span>
        </p>
      )}
    </section>
  )
})
