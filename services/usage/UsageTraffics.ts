import { Clock, Context, DateTime, Duration, Effect, Fiber, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import { trafficCount, trafficWindow } from "#domain/usage/trafficCount.ts"
import type { TrafficEvidence, TrafficPeriod, UsageTraffic } from "#domain/usage/UsageTraffic.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"

/** A log of a month may be large: it is read a day at a time, so many at once. */
const slice = Duration.toMillis(Duration.days(1))
const atOnce = 2
/** How long an answer is kept, and how many. */
const fresh = Duration.toMillis(Duration.seconds(10))
const kept = 200

const refusals = [403, 405, 501]

interface Asked {
  readonly admin: AdminTarget
  readonly owner: string
  readonly period: TrafficPeriod
  readonly bucket: string | null
}

const requestOf = ({ owner }: Asked) => `GET /admin/usage?uid=${encodeURIComponent(owner)}`

/** Calls and bytes of a context, out of its gateway's usage log. */
export class UsageTraffics extends Context.Service<UsageTraffics, {
  /** `bucket`: of this one; null: of all. Where nothing tells the traffic, the answer says why; a gateway that is away fails. */
  readonly read: (context: ResolvedContext, period: TrafficPeriod, bucket: string | null) => Effect.Effect<UsageTraffic, GatewayFailure>
}>()("stowage/services/usage/UsageTraffics") {
  static readonly layer = Layer.effect(UsageTraffics, Effect.gen(function*() {
    const rgw = yield* Rgw
    const scope = yield* Effect.scope
    const endpoints = yield* EndpointRecords
    const answers = new Map<string, { readonly until: number; readonly answer: Effect.Effect<UsageTraffic, GatewayFailure> }>()

    const answered = Effect.fnUntraced(function*(period: TrafficPeriod, evidence: TrafficEvidence) {
      const now = yield* Clock.currentTimeMillis
      const { from, step } = trafficWindow(period, now)
      return { evidence, ...frame(from, now, step), ...trafficCount(from, from - 1, step).told() } satisfies UsageTraffic
    })

    const log = Effect.fnUntraced(function*(asked: Asked) {
      const { admin, bucket, owner, period } = asked
      const now = yield* Clock.currentTimeMillis
      const { from, step } = trafficWindow(period, now)
      const count = trafficCount(from, now, step)
      const begins = Array.from({ length: Math.max(1, Math.ceil((now - from) / slice)) }, (_, index) => from + index * slice)
      let entries = 0
      yield* Effect.forEach(begins, (since) => {
        const until = since + slice
        return Effect.map(
          rgw.usageLog(admin, {
            owner, since: DateTime.makeUnsafe(since), ...(until > now ? {} : { until: DateTime.makeUnsafe(until) })
          }),
          (all) => {
            const found = bucket === null ? all : all.filter((entry) => entry.bucket === bucket)
            entries += found.length
            // the gateway's clock may be ahead of ours
            count.add(found, since, until > now ? Infinity : until)
          })
      }, { concurrency: atOnce, discard: true })
      const request = requestOf(asked)
      const evidence: TrafficEvidence = entries > 0
        ? { state: "known", text: "The gateway's usage log tells this", request, code: null, status: null }
        : { state: "empty", text: "The gateway's usage log has nothing of this in this time: nothing was asked, or the gateway keeps no usage log (rgw_enable_usage_log)", request, code: null, status: 200 }
      return { evidence, ...frame(from, now, step), ...count.told() } satisfies UsageTraffic
    })

    /** Refusals are an answer; anything else that goes wrong is a failure. */
    const read = (asked: Asked) => log(asked).pipe(Effect.catchIf(
      (error) => error._tag === "StorageError" && refusals.includes(error.storage_status ?? 0),
      (error) => answered(asked.period, {
        state: "refused", text: "The gateway does not tell its usage log to the endpoint's admin key: it needs the capability usage=read", request: requestOf(asked),
        code: error._tag === "StorageError" ? error.storage_code : null, status: error._tag === "StorageError" ? error.storage_status : null
      })))

    /** Who asks the same within ten seconds is told the same; a failure is not kept, nor that nothing is known: the log is written late. */
    const remembered = Effect.fnUntraced(function*(asked: Asked) {
      const now = yield* Clock.currentTimeMillis
      const key = JSON.stringify([asked.admin.endpointId, asked.admin.url, asked.owner, asked.period, asked.bucket])
      const there = answers.get(key)
      if (there !== undefined && there.until > now) return yield* there.answer
      for (const [name, { until }] of answers) if (until <= now || answers.size >= kept) answers.delete(name)
      // whoever hangs up takes the answer from nobody else
      const answer = Fiber.join(yield* Effect.forkIn(read(asked), scope))
      answers.set(key, { until: now + fresh, answer })
      const forget = Effect.sync(() => { if (answers.get(key)?.answer === answer) answers.delete(key) })
      return yield* answer.pipe(Effect.tapError(() => forget), Effect.tap(({ evidence }) => evidence.state === "known" ? Effect.void : forget))
    })

    const silent = (period: TrafficPeriod, state: TrafficEvidence["state"], text: string) => answered(period, { state, text, request: null, code: null, status: null })

    return UsageTraffics.of({
      read: Effect.fn("UsageTraffics.read")(function*(context: ResolvedContext, period: TrafficPeriod, bucket: string | null) {
        const found = listingOwner(context.listingKey)
        if (context.admin === null || found === null) {
          return yield* silent(period, "no_admin_key", found === null
            ? "A connection has its own key only: the usage log is told to a key for Admin Ops alone"
            : "The storage endpoint of this context has no key for Admin Ops, to which alone a gateway tells its usage log")
        }
        const endpoint = yield* Effect.orDie(endpoints.find(found.endpointId))
        if (!endpoint.capabilities.usage) return yield* silent(period, "off", "The usage log of this storage endpoint is switched off in its settings")
        return yield* remembered({ admin: context.admin, owner: found.owner, period, bucket })
      })
    })
  }))
}

const frame = (from: number, now: number, step: number) => ({
  from: new Date(from).toISOString(), to: new Date(now).toISOString(), step_seconds: step / 1000, read_at: new Date(now).toISOString()
})
