import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, useAction } from "~/components/action"
import { DayBars } from "~/components/chart/day-bars"
import { TimeSeries } from "~/components/chart/time-series"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { ErrorState } from "~/components/ui/states"
import { counted, int } from "~/lib/format"
import { refinement, type UrlKey } from "~/lib/url-state"
import { reload, useLoaded } from "~/lib/use-loaded"
import { useUrlState } from "~/lib/use-url-state"
import { causeInWords } from "./causes"
import type { StorageEndpoint } from "./cells"
import { HealthBadge } from "./health-badge"
import { availabilityOf, type History, latencySeries, shareInWords } from "./health-history"
import { firstIncidents, IncidentList } from "./incident-list"
import { useHealthOf } from "./live-health"

const RANGES = [
  { id: "24h", label: "24 hours" },
  { id: "7d", label: "7 days" },
  { id: "30d", label: "30 days" },
  { id: "90d", label: "90 days" }
] as const
type Range = (typeof RANGES)[number]["id"]
const IN_ADDRESS: { range: UrlKey } = { range: refinement("24h") }
const rangeOf = (text: string): Range => RANGES.find(({ id }) => id === text)?.id ?? "24h"

const milliseconds = (value: number | null) => (value === null ? "—" : `${int(value)} ms`)

const dayBarsOf = ({ days }: History) =>
  days.map(({ checks, day, failures, incidents }) => ({
    day,
    share: availabilityOf({ checks, failures }),
    label:
      checks === 0
        ? "not checked"
        : [
            `${shareInWords(availabilityOf({ checks, failures }))} of ${counted(checks, "check")} answered`,
            ...(incidents > 0 ? [counted(incidents, "incident")] : [])
          ].join(", ")
  }))

const Figure = (props: { readonly label: string; readonly value: string }) => (
  <div class="min-w-0 rounded-card border border-line p-3">
    <p class="text-xs text-ink-2">{props.label}</p>
    <p class="num mt-1 text-lg font-semibold wrap-anywhere">{props.value}</p>
  </div>
)

export const EndpointHealth = component$<{ readonly endpoint: StorageEndpoint }>(({ endpoint }) => {
  const live = useHealthOf()
  const url = useUrlState(IN_ADDRESS)
  const { id } = endpoint
  const range = useSignal<Range>(rangeOf(url.range))
  const history = useLoaded(
    $((signal: AbortSignal) =>
      call("GET /api/admin/storage-endpoints/:id/health/history", {
        params: { id },
        query: { range: range.value },
        signal
      })
    )
  )
  const incidents = useLoaded(
    $((signal: AbortSignal) =>
      call("GET /api/admin/storage-endpoints/:id/health/incidents", {
        params: { id },
        query: { limit: firstIncidents },
        signal
      })
    )
  )
  const check = useAction({
    run$: $(({ id }: StorageEndpoint) => call("GET /api/admin/storage-endpoints/:id/health", { params: { id } }))
  })
  useVisibleTask$(
    ({ track }) => {
      const checked = track(() => live.of[id]?.health?.checked_at)
      const selectedRange = rangeOf(track(() => url.range))
      if (range.value === selectedRange && checked === undefined) return
      range.value = selectedRange
      reload(history, incidents)
    },
    { strategy: "document-ready" }
  )
  const health = live.of[id]?.health ?? endpoint.health
  const loadedHistory = history.value
  const problem = history.problem ?? incidents.problem
  const total = loadedHistory?.total
  return (
    <div class="grid gap-6" data-testid="endpoint-health">
      <section class="flex flex-wrap items-center gap-x-3 gap-y-1" aria-label="Health now">
        <HealthBadge health={health} />
        {health?.error && <span class="text-xs text-danger">{causeInWords(health.error)}</span>}
        {health && (
          <span class="text-xs text-ink-2">
            Since <Ago at={health.since} />, checked <Ago at={health.checked_at} />
          </span>
        )}
        {live.live && (
          <span class="flex items-center gap-1 text-xs text-ink-2">
            <Icon name="activity" class="text-ok" /> Live
          </span>
        )}
        <ActionButton
          action={check}
          on={endpoint}
          inPlace
          label="Check health"
          icon="activity"
          class="btn-secondary btn-sm ms-auto"
        />
      </section>
      {endpoint.features_config.features.healthcheck?.enabled === false && (
        <p class="alert">
          <Icon name="info" />
          <span>The scheduled checks of this endpoint are switched off in its settings.</span>
        </p>
      )}
      {check.state.problem && (
        <p role="alert" class="alert alert-danger">
          <Icon name="circle-alert" />
          <span>{check.state.problem.message}</span>
        </p>
      )}
      {problem && (
        <div class="grid justify-items-center">
          <ErrorState
            title="The health could not be loaded"
            problem={problem}
            onRetry$={$(() => reload(history, incidents))}
          />
        </div>
      )}
      {!loadedHistory && !problem && (
        <div class="grid gap-3" role="status" aria-label="Loading">
          <span class="skeleton h-16" />
          <span class="skeleton h-56" />
        </div>
      )}
      {loadedHistory && total && (
        <>
          <section class="grid gap-3" aria-labelledby="latency-title">
            <div class="flex flex-wrap items-center gap-x-3 gap-y-2">
              <h2 id="latency-title" class="text-base font-semibold">
                Latency
              </h2>
              <div role="group" aria-label="How far back" class="ms-auto flex flex-wrap gap-1">
                {RANGES.map((one) => (
                  <button
                    key={one.id}
                    type="button"
                    class="chip"
                    aria-pressed={loadedHistory.range === one.id ? "true" : "false"}
                    onClick$={() => {
                      url.range = one.id
                    }}
                  >
                    {one.label}
                  </button>
                ))}
              </div>
            </div>
            <div class="grid grid-cols-2 gap-3 sm:grid-cols-4" data-testid="health-figures">
              <Figure label="Checks answered" value={shareInWords(availabilityOf(total))} />
              <Figure label="Median" value={milliseconds(total.p50_ms)} />
              <Figure label="95 % within" value={milliseconds(total.p95_ms)} />
              <Figure label="99 % within" value={milliseconds(total.p99_ms)} />
            </div>
            {loadedHistory.points.length > 0 && total.p99_ms !== null ? (
              <TimeSeries
                key={loadedHistory.range}
                label={`Latency of ${counted(total.checks, "check")}`}
                series={latencySeries(loadedHistory)}
                unit="milliseconds"
              />
            ) : (
              <p class="alert">
                <Icon name="chart-column" />
                <span>
                  {total.checks > 0
                    ? "None of these checks was answered: there is no latency to show."
                    : "Nothing was checked in this time yet. Endpoints are checked every minute."}
                </span>
              </p>
            )}
          </section>
          <section aria-labelledby="uptime-title">
            <h2 id="uptime-title" class="mb-2 text-base font-semibold">
              Uptime
            </h2>
            <DayBars label="The last 90 days" days={dayBarsOf(loadedHistory)} />
          </section>
        </>
      )}
      {incidents.value && (
        <section aria-labelledby="incidents-title">
          <h2 id="incidents-title" class="mb-2 text-base font-semibold">
            Incidents
          </h2>
          <IncidentList endpointId={id} first={incidents.value} />
        </section>
      )}
    </div>
  )
})
