import { Metric } from "effect"
import type { InstallationFigures } from "./InstallationMetrics.ts"

type Gauge = Metric.Gauge<number>

export interface Series {
  readonly name: string
  readonly gauge: Gauge
  readonly value: number
}

const gauge = (name: string, description: string) => ({ name, gauge: Metric.gauge(name, { description }) })
const up = gauge("stowage_endpoint_up", "Whether a storage endpoint answered its last check")
const latency = gauge(
  "stowage_endpoint_latency_seconds",
  "Seconds that the last check of a storage endpoint took, if it was answered"
)
const checked = gauge("stowage_endpoint_last_check_timestamp_seconds", "When a storage endpoint was checked last")
const incident = gauge("stowage_endpoint_incident_open", "Whether an incident of a storage endpoint is going on")
const succeeded = gauge(
  "stowage_job_last_success_timestamp_seconds",
  "When a scheduled job ran to its end last, on any replica"
)
const listings = gauge(
  "stowage_bucket_listings",
  "Bucket listings: good ones, those whose last reading failed, those that were never read, and of all of them " +
    "those that are being read"
)
const age = gauge(
  "stowage_bucket_listing_age_seconds",
  "Age of bucket listings, which are read again when somebody looks"
)
const failing = gauge(
  "stowage_bucket_listing_failing_age_seconds",
  "Age of the oldest bucket listing whose last reading failed: so old is what people see; 0 while none fails"
)
const changes = gauge("stowage_gateway_changes_open", "Changes of gateways of which it is not known yet how they ended")
const changesAge = gauge(
  "stowage_gateway_changes_open_age_seconds",
  "Age of the oldest of these; 0 while there are none"
)
const work = gauge("stowage_work_runs", "Runs of long work that are not over, by their state")

/** Each state has a series even at 0, so that no stale value remains. */
const workStates = ["planning", "queued", "running", "pause_requested", "cancel_requested"]

const series = (
  { gauge, name }: { readonly name: string; readonly gauge: Gauge },
  labels: Readonly<Record<string, string>>,
  value: number | null
): ReadonlyArray<Series> =>
  value === null
    ? []
    : [{ name: `${name} ${JSON.stringify(labels)}`, gauge: Metric.withAttributes(gauge, labels), value }]

/** Labels are ids, job names and states, never user texts. */
export const installationSeries = (figures: InstallationFigures): ReadonlyArray<Series> => [
  ...figures.endpoints.flatMap(({ checked_at, id, incident: open, latency_ms, state }) => {
    const endpoint = { endpoint: `endpoint:${id}` }
    return [
      ...series(up, endpoint, state === null ? null : state === "down" ? 0 : 1),
      ...series(latency, endpoint, latency_ms === null ? null : latency_ms / 1000),
      ...series(checked, endpoint, checked_at),
      ...series(incident, endpoint, open ? 1 : 0)
    ]
  }),
  ...figures.jobs.flatMap(({ job, succeeded_at }) => series(succeeded, { job_name: job }, succeeded_at)),
  ...(["good", "failing", "unread", "refreshing"] as const).flatMap((state) =>
    series(listings, { state }, figures.listings[state])
  ),
  ...series(age, { quantile: "0.5" }, figures.listings.median_age),
  ...series(age, { quantile: "1" }, figures.listings.oldest_age),
  ...series(failing, {}, figures.listings.failing_age ?? 0),
  ...series(changes, {}, figures.changes.open),
  ...series(changesAge, {}, figures.changes.oldest_age ?? 0),
  ...workStates.flatMap((state) =>
    series(work, { state }, figures.work.find((some) => some.state === state)?.runs ?? 0)
  )
]
