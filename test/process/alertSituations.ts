/** Values of recorded series in a situation: a name with labels, and a value per minute in promtool's notation. */
export interface Course {
  readonly series: string
  readonly values: string
}

export interface Situation {
  readonly alert: string
  readonly what: string
  readonly courses: ReadonlyArray<Course>
  readonly joins?: string
  readonly with?: ReadonlyArray<string>
  readonly at: string
  readonly silentUntil?: string
  readonly labels: Readonly<Record<string, string>>
  readonly summary: string
}

const scraped = { job: "stowage", instance: "a" }
const warning = { severity: "warning" }
const critical = { severity: "critical" }

export const situations: ReadonlyArray<Situation> = [
  {
    alert: "StowageDown",
    what: "a replica does not answer",
    courses: [{ series: "up", values: "1x5 0x60" }],
    silentUntil: "5m",
    at: "10m",
    labels: { ...scraped, ...critical },
    summary: "a does not answer"
  },
  {
    alert: "StowageFaults",
    what: "one replica answers with faults of its own, after there were none",
    courses: [{ series: 'stowage_problems_total{code="internal",status="500"}', values: "0x5 0+30x60" }],
    silentUntil: "5m",
    at: "20m",
    labels: { instance: "a", ...warning },
    summary: "a answers with faults of its own"
  },
  {
    alert: "StowageUnavailable",
    what: "every tenth request is answered 503",
    courses: [
      { series: 'stowage_http_requests_total{status="503"}', values: "0+6x60" },
      { series: 'stowage_http_requests_total{route="/api/auth/session",status="200"}', values: "0+54x60" }
    ],
    silentUntil: "4m",
    at: "20m",
    labels: critical,
    summary: "10% of requests are answered 503"
  },
  {
    alert: "StowageSlow",
    what: "requests take longer than a second",
    courses: [
      { series: 'stowage_http_request_duration_seconds_bucket{le="+Inf"}', values: "0+60x60" },
      { series: 'stowage_http_request_duration_seconds_bucket{le="2.5"}', values: "0+60x60" }
    ],
    silentUntil: "9m",
    at: "30m",
    labels: warning,
    summary: "Half of the requests take longer than 1.75s"
  },
  {
    alert: "StowageDatabaseQueue",
    what: "requests wait for connections of the database, and some in vain",
    courses: [
      { series: "stowage_database_waiting", values: "4x60" },
      { series: 'stowage_database_given_up_total{of="connection"}', values: "0+3x60" }
    ],
    silentUntil: "4m",
    at: "20m",
    labels: { ...scraped, ...warning },
    summary: "Requests on a wait for connections of the database in vain"
  },
  {
    alert: "StowageDeaf",
    what: "a replica does not hear the others",
    courses: [{ series: "stowage_database_listening", values: "1x5 0x60" }],
    silentUntil: "5m",
    at: "10m",
    labels: { ...scraped, ...warning },
    summary: "a does not hear the other replicas"
  },
  {
    alert: "StowageClock",
    what: "a clock is 90 seconds behind the database's",
    courses: [{ series: "stowage_clock_ahead_seconds", values: "0x5 -90x60" }],
    silentUntil: "5m",
    at: "20m",
    labels: { ...scraped, ...warning },
    summary: "The clock of a is 1m 30s away from the database's"
  },
  {
    alert: "StowageFiguresMissing",
    what: "the database does not tell the figures of the installation",
    courses: [{ series: "stowage_figures_known", values: "1x5 0x60" }],
    silentUntil: "5m",
    at: "20m",
    labels: { ...scraped, ...warning },
    summary: "The database does not tell a the figures of the installation"
  },
  {
    alert: "StowageEndpointDown",
    what: "a storage endpoint does not answer its checks",
    courses: [{ series: 'stowage_endpoint_up{endpoint="endpoint:2"}', values: "1x5 0x60" }],
    silentUntil: "5m",
    at: "20m",
    labels: { endpoint: "endpoint:2", ...critical },
    summary: "Storage endpoint:2 is down"
  },
  {
    alert: "StowageBreakerOpen",
    what: "nothing is reached at a gateway",
    courses: [{ series: 'stowage_gateway_breakers_open{of="endpoint",endpoint="endpoint:2"}', values: "0x5 1x60" }],
    silentUntil: "5m",
    at: "20m",
    labels: { endpoint: "endpoint:2", ...warning },
    summary: "Nothing is reached at endpoint:2, or it is silent"
  },
  {
    alert: "StowageChangesUnsettled",
    what: "a change of a gateway is not accounted for",
    courses: [{ series: "stowage_gateway_changes_open_age_seconds", values: "0x5 0+60x60" }],
    silentUntil: "20m",
    at: "40m",
    labels: warning,
    summary: "A change of a gateway is not accounted for since 34m 0s"
  },
  {
    alert: "StowageListingsStale",
    what: "a bucket listing cannot be read for hours",
    courses: [{ series: "stowage_bucket_listing_failing_age_seconds", values: "0x5 0+600x60" }],
    silentUntil: "17m",
    at: "40m",
    labels: warning,
    summary: "A bucket listing cannot be read, and is 5h 40m 0s old"
  },
  {
    alert: "StowageJobFailing",
    what: "a job fails three times at once, after it never failed before",
    courses: [{ series: 'stowage_job_runs_total{job_name="share-retention",outcome="failed"}', values: "0x10 3x60" }],
    silentUntil: "9m",
    at: "20m",
    labels: { job_name: "share-retention", ...warning },
    summary: "The job share-retention fails"
  },
  {
    alert: "StowageJobLate",
    what: "no scheduled job ran to its end for three hours",
    courses: [{ series: "stowage_job_last_success_timestamp_seconds", values: "0x200" }],
    silentUntil: "2h",
    at: "3h",
    labels: warning,
    summary: "No scheduled job ran to its end for 3h 0m 0s"
  },
  {
    alert: "StowageSignInAttack",
    what: "sign-ins are refused in a burst, after there were none",
    courses: [{ series: 'stowage_sign_in_failures_total{method="password",cause="locked"}', values: "0x5 0+120x60" }],
    silentUntil: "5m",
    at: "40m",
    labels: warning,
    summary: "2 sign-ins a second are refused"
  },
  {
    alert: "StowageRunnerStranger",
    what: "ten strangers ask the port of a runner, after there were none",
    courses: [{ series: "stowage_runner_refused_total", values: "0x5 10x60" }],
    silentUntil: "4m",
    at: "10m",
    labels: { ...scraped, ...warning },
    summary: "Somebody without a key asks the runner's port of a"
  },
  {
    alert: "StowageMemory",
    what: "nine tenths of the heap are used",
    courses: [
      { series: "stowage_process_heap_used_bytes", values: "900x60" },
      { series: "stowage_process_heap_limit_bytes", values: "1000x60" }
    ],
    silentUntil: "14m",
    at: "20m",
    labels: { ...scraped, ...warning },
    summary: "The heap of a is 90% full (STOWAGE_HEAP_MB)"
  },
  {
    alert: "StowageEventLoop",
    what: "the event loop is two seconds late",
    courses: [{ series: 'stowage_event_loop_delay_seconds{quantile="0.99"}', values: "2x60" }],
    silentUntil: "9m",
    at: "20m",
    labels: { ...scraped, quantile: "0.99", ...warning },
    summary: "a is 2s late"
  },
  {
    alert: "StowageVersionsDiffer",
    what: "another replica runs another release",
    courses: [{ series: "stowage_build_info", values: "1x60" }],
    joins: 'stowage_build_info{job="stowage",instance="b",version="0.0.1",node="24.0.0"}',
    silentUntil: "29m",
    at: "40m",
    labels: warning,
    summary: "Replicas of different releases run"
  }
]
