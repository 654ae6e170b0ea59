import { Context, DateTime, Duration, Effect, Layer, Metric, Option, Random, Semaphore } from "effect"
import { nextIncidentState } from "#domain/gateways/endpoints/health/incidents.ts"
import type { EndpointCheckReport } from "#domain/gateways/endpoints/health/EndpointStatus.ts"
import { uptimeDays } from "#domain/gateways/endpoints/health/historyOf.ts"
import type { EndpointHealth, StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { NotificationRecords } from "#services/platform/NotificationRecords.ts"
import { Settings } from "#services/platform/Settings.ts"
import { type CheckAnswer, EndpointProbe } from "./EndpointProbe.ts"
import { EndpointRecords } from "./EndpointRecords.ts"
import { healthOf } from "./healthOf.ts"
import { HealthRecords, type StoredHealth, type NextHealth } from "./HealthRecords.ts"

/** Each check ends within 5 s, so that 100 hanging endpoints take 20 s of each minute. */
const MAX_CONCURRENT_CHECKS = 32
const LEASE_DURATION = Duration.minutes(5)
/** Manual checks return a younger result. */
const HEALTH_MAX_AGE = "5 seconds"
/** Slightly more than the longest range computed from hourly sums. */
const HOURLY_RETENTION_DAYS = 32

const checks = Metric.counter("stowage_endpoint_checks_total", {
  description: "Checks of storage endpoints by what they found",
  incremental: true
})
const durations = Metric.histogram("stowage_endpoint_check_duration_seconds", {
  description: "Seconds until a check of a storage endpoint was answered",
  boundaries: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, Number.POSITIVE_INFINITY]
})

const isChecked = ({
  features_config: {
    features: { healthcheck }
  }
}: StorageEndpoint) => healthcheck?.enabled !== false

export class EndpointChecks extends Context.Service<
  EndpointChecks,
  {
    readonly run: (spread: Duration.Duration) => Effect.Effect<EndpointCheckReport>
    readonly check: (endpointId: number) => Effect.Effect<EndpointHealth, NotFound>
  }
>()("stowage/services/gateways/endpoints/EndpointChecks") {
  static readonly layer = Layer.effect(
    EndpointChecks,
    Effect.gen(function* () {
      const endpoints = yield* EndpointRecords
      const records = yield* HealthRecords
      const probe = yield* EndpointProbe
      const lease = yield* JobLease
      const notifications = yield* NotificationRecords
      const {
        endpointStatus: { checkDays, enabled, historyDays }
      } = yield* Settings

      const skipped = (reason: "lease_held" | "disabled"): EndpointCheckReport => ({
        status: "skipped",
        reason,
        checked_count: 0,
        down_count: 0,
        opened_count: 0,
        closed_count: 0,
        purged_count: 0
      })

      const countCheck = Effect.fnUntraced(function* (
        id: number,
        { latency_ms }: CheckAnswer,
        { state }: EndpointHealth
      ) {
        const endpoint = `endpoint:${id}`
        yield* Metric.update(Metric.withAttributes(checks, { endpoint, state }), 1)
        if (latency_ms !== null) yield* Metric.update(Metric.withAttributes(durations, { endpoint }), latency_ms / 1000)
      })

      const notifyIncident =
        (id: number, now: DateTime.Utc) =>
        ({ name }: StoredHealth, { change, summary }: NextHealth) =>
          change === null
            ? Effect.void
            : notifications.addForRoles(
                ["ui_superadmin", "ui_admin"],
                {
                  ...(change._tag === "Opened"
                    ? ({
                        type: "endpoint_incident",
                        severity: "critical",
                        title: `${name} does not answer`,
                        message: `${summary}.`
                      } as const)
                    : ({
                        type: "endpoint_incident",
                        severity: "info",
                        title: `${name} answers again`,
                        message: `The incident ended at ${new Date(change.endedAt).toISOString()}.`
                      } as const)),
                  payload: { storage_endpoint_id: id }
                },
                now
              )

      const checkOne = Effect.fnUntraced(function* ({ features_config, id, url, verify_tls }: StorageEndpoint) {
        const now = yield* DateTime.now
        const answer = yield* probe.check({
          url,
          healthUrl: features_config.features.healthcheck?.healthcheck_url ?? null,
          verifyTls: verify_tls
        })
        const next = yield* records.record(
          id,
          ({ health, watch }) => {
            const [after, change] = nextIncidentState(watch, {
              at: DateTime.toEpochMillis(now),
              cause: answer.trouble?.finding ?? null
            })
            return {
              health: healthOf(health, answer, now),
              watch: after,
              change,
              summary: answer.trouble?.summary ?? ""
            }
          },
          notifyIncident(id, now)
        )
        if (next !== null) yield* countCheck(id, answer, next.health)
        return next
      })

      const checkAll = Effect.fnUntraced(function* (spread: Duration.Duration) {
        const permits = yield* Semaphore.make(MAX_CONCURRENT_CHECKS)
        const maxDelay = Duration.toMillis(spread)
        const inTime = <A>(work: Effect.Effect<A>) =>
          maxDelay === 0
            ? work
            : Effect.flatMap(Random.nextBetween(0, maxDelay), (wait) => Effect.delay(work, Duration.millis(wait)))
        const outcomes = yield* Effect.forEach(
          (yield* endpoints.list).filter(isChecked),
          (endpoint) => inTime(permits.withPermit(checkOne(endpoint))),
          { concurrency: "unbounded" }
        )
        const done = outcomes.filter((next) => next !== null)
        const changed = (tag: "Opened" | "Closed") => done.filter(({ change }) => change?._tag === tag).length
        const now = yield* DateTime.now
        const since = (days: number) => DateTime.subtractDuration(now, Duration.days(days))
        const report: EndpointCheckReport = {
          status: "completed",
          reason: null,
          checked_count: done.length,
          down_count: done.filter(({ health }) => health.state === "down").length,
          opened_count: changed("Opened"),
          closed_count: changed("Closed"),
          purged_count: yield* records.purge({
            checks: since(checkDays),
            hours: since(HOURLY_RETENTION_DAYS),
            days: since(Math.max(uptimeDays + 1, historyDays))
          })
        }
        return report
      })

      const run = Effect.fn("EndpointChecks.run")((spread: Duration.Duration) =>
        enabled
          ? Effect.map(
              lease.run("endpoint-status", LEASE_DURATION, checkAll(spread)),
              Option.getOrElse(() => skipped("lease_held"))
            )
          : Effect.succeed(skipped("disabled"))
      )

      const check = Effect.fn("EndpointChecks.check")(function* (id: number) {
        if (!enabled) return yield* new NotFound({ entity: "Health of storage endpoint", id: String(id) })
        const endpoint = yield* endpoints.find(id)
        const { health } = endpoint
        if (
          health !== null &&
          DateTime.isGreaterThan(DateTime.addDuration(health.checked_at, HEALTH_MAX_AGE), yield* DateTime.now)
        )
          return health
        const next = yield* checkOne(endpoint)
        return next === null ? yield* new NotFound({ entity: "Storage endpoint", id: String(id) }) : next.health
      })

      return EndpointChecks.of({ run, check })
    })
  )
}
