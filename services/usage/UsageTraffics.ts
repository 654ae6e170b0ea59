import { Clock, Context, DateTime, Duration, Effect, Fiber, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { trafficCount, trafficWindow } from "#domain/usage/trafficCount.ts"
import type { TrafficEvidence, TrafficPeriod, UsageTraffic } from "#domain/usage/UsageTraffic.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"

/** A month's log may be large: read it by day. */
const SLICE_MS = Duration.toMillis(Duration.days(1))
const MAX_CONCURRENT_SLICES = 2
const CACHE_MAX_AGE_MS = Duration.toMillis(Duration.seconds(10))
const MAX_CACHED_REPORTS = 200

const refusals = [403, 405, 501]

interface ReportKey {
  readonly admin: AdminTarget
  /** Null: of everybody. */
  readonly owner: string | null
  readonly period: TrafficPeriod
  readonly bucket: string | null
}

const requestOf = ({ owner }: ReportKey) =>
  `GET /admin/usage${owner === null ? "" : `?uid=${encodeURIComponent(owner)}`}`

export class UsageTraffics extends Context.Service<
  UsageTraffics,
  {
    /** `bucket` null: all. A gateway without a usage log is a result with the reason; an unreachable one fails. */
    readonly read: (
      context: ResolvedContext,
      period: TrafficPeriod,
      bucket: string | null
    ) => Effect.Effect<UsageTraffic, GatewayFailure>
    /** All owners and buckets of the endpoint. */
    readonly readEndpoint: (
      endpointId: number,
      period: TrafficPeriod
    ) => Effect.Effect<UsageTraffic, NotFound | GatewayFailure>
  }
>()("stowage/services/usage/UsageTraffics") {
  static readonly layer = Layer.effect(
    UsageTraffics,
    Effect.gen(function* () {
      const rgw = yield* Rgw
      const scope = yield* Effect.scope
      const endpoints = yield* EndpointRecords
      const targets = yield* AdminTargets
      const answers = new Map<
        string,
        { readonly until: number; readonly answer: Effect.Effect<UsageTraffic, GatewayFailure> }
      >()

      const answered = Effect.fnUntraced(function* (period: TrafficPeriod, evidence: TrafficEvidence) {
        const now = yield* Clock.currentTimeMillis
        const { from, step } = trafficWindow(period, now)
        return {
          evidence,
          ...frame(from, now, step),
          ...trafficCount(from, from - 1, step).result()
        } satisfies UsageTraffic
      })

      const log = Effect.fnUntraced(function* (reportKey: ReportKey) {
        const { admin, bucket, owner, period } = reportKey
        const now = yield* Clock.currentTimeMillis
        const { from, step } = trafficWindow(period, now)
        const count = trafficCount(from, now, step)
        const begins = Array.from(
          { length: Math.max(1, Math.ceil((now - from) / SLICE_MS)) },
          (_, index) => from + index * SLICE_MS
        )
        let entries = 0
        yield* Effect.forEach(
          begins,
          (since) => {
            const until = since + SLICE_MS
            return Effect.map(
              rgw.usageLog(admin, {
                ...(owner === null ? {} : { owner }),
                since: DateTime.makeUnsafe(since),
                ...(until > now ? {} : { until: DateTime.makeUnsafe(until) })
              }),
              (all) => {
                const matching = bucket === null ? all : all.filter((entry) => entry.bucket === bucket)
                entries += matching.length
                // the gateway's clock may be ahead of ours
                count.add(matching, since, until > now ? Infinity : until)
              }
            )
          },
          { concurrency: MAX_CONCURRENT_SLICES, discard: true }
        )
        const request = requestOf(reportKey)
        const evidence: TrafficEvidence =
          entries > 0
            ? { state: "known", text: "From the gateway's usage log", request, code: null, status: null }
            : {
                state: "empty",
                text:
                  "The gateway's usage log is empty for this period: there were no requests, or the gateway keeps no " +
                  "usage log (rgw_enable_usage_log)",
                request,
                code: null,
                status: 200
              }
        return { evidence, ...frame(from, now, step), ...count.result() } satisfies UsageTraffic
      })

      const readTraffic = (reportKey: ReportKey) =>
        log(reportKey).pipe(
          Effect.catchIf(
            (error) => error._tag === "StorageError" && refusals.includes(error.storage_status ?? 0),
            (error) =>
              answered(reportKey.period, {
                state: "refused",
                text:
                  "The gateway refuses its usage log to the endpoint's admin key: " +
                  "the key needs the capability usage=read",
                request: requestOf(reportKey),
                code: error._tag === "StorageError" ? error.storage_code : null,
                status: error._tag === "StorageError" ? error.storage_status : null
              })
          )
        )

      /** Caches a result for ten seconds. Failures and empty logs are not cached, since the log is written late. */
      const readCached = Effect.fnUntraced(function* (reportKey: ReportKey) {
        const now = yield* Clock.currentTimeMillis
        const key = JSON.stringify([
          reportKey.admin.endpointId,
          reportKey.admin.url,
          reportKey.owner,
          reportKey.period,
          reportKey.bucket
        ])
        const cachedEntry = answers.get(key)
        if (cachedEntry !== undefined && cachedEntry.until > now) return yield* cachedEntry.answer
        for (const [name, { until }] of answers)
          if (until <= now || answers.size >= MAX_CACHED_REPORTS) answers.delete(name)
        // an interrupted caller must not cancel it for others
        const answer = Fiber.join(yield* Effect.forkIn(readTraffic(reportKey), scope))
        answers.set(key, { until: now + CACHE_MAX_AGE_MS, answer })
        const forget = Effect.sync(() => {
          if (answers.get(key)?.answer === answer) answers.delete(key)
        })
        return yield* answer.pipe(
          Effect.tapError(() => forget),
          Effect.tap(({ evidence }) => (evidence.state === "known" ? Effect.void : forget))
        )
      })

      const silent = (period: TrafficPeriod, state: TrafficEvidence["state"], text: string) =>
        answered(period, { state, text, request: null, code: null, status: null })

      const switchedOff = (period: TrafficPeriod) =>
        silent(period, "off", "The usage log of this storage endpoint is switched off in its settings")

      return UsageTraffics.of({
        read: Effect.fn("UsageTraffics.read")(function* (
          context: ResolvedContext,
          period: TrafficPeriod,
          bucket: string | null
        ) {
          const subject = listingOwner(context.listingKey)
          if (context.admin === null || subject === null) {
            return yield* silent(
              period,
              "no_admin_key",
              subject === null
                ? "A connection has only its own key, and reading the usage log needs a key for Admin Ops"
                : "The storage endpoint of this context has no key for Admin Ops, which reading the usage log needs"
            )
          }
          const endpoint = yield* Effect.orDie(endpoints.find(subject.endpointId))
          if (!endpoint.capabilities.usage) return yield* switchedOff(period)
          return yield* readCached({ admin: context.admin, owner: subject.owner, period, bucket })
        }),
        readEndpoint: Effect.fn("UsageTraffics.readEndpoint")(function* (endpointId: number, period: TrafficPeriod) {
          const endpoint = yield* endpoints.find(endpointId)
          const admin = yield* targets.of(endpoint)
          if (admin === null)
            return yield* silent(
              period,
              "no_admin_key",
              "This storage endpoint has no key for Admin Ops, which reading the usage log needs"
            )
          if (!endpoint.capabilities.usage) return yield* switchedOff(period)
          return yield* readCached({ admin, owner: null, period, bucket: null })
        })
      })
    })
  )
}

const frame = (from: number, now: number, step: number) => ({
  from: new Date(from).toISOString(),
  to: new Date(now).toISOString(),
  step_seconds: step / 1000,
  read_at: new Date(now).toISOString()
})
