import { Cause, Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { effectiveSettings } from "#domain/iam/portal/effectiveSettings.ts"
import type { AccessLogReport } from "#domain/usage/accesslogs/AccessLog.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { IamEntities } from "#services/iam/IamEntities.ts"
import { PortalSettingsRecords } from "#services/iam/portal/PortalSettingsRecords.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { AccessLogSources, type CollectedSource } from "./AccessLogSources.ts"
import { collectSource, type SourceReport } from "./collectSource.ts"

const LEASE_DURATION = Duration.minutes(30)
const RUN_TIME = Duration.minutes(20)
const MAX_CONCURRENT_SOURCES = 2
const NAME_CHECK_INTERVAL = Duration.hours(6)
const USERS_PER_PAGE = 1_000

export class AccessLogCollector extends Context.Service<
  AccessLogCollector,
  {
    /** Idempotent; one at a time in the cluster. */
    readonly run: Effect.Effect<AccessLogReport>
    /** May overlap with a run: each part of a log object is stored once. */
    readonly collect: (source: CollectedSource) => Effect.Effect<SourceReport | null>
  }
>()("stowage/services/usage/accesslogs/AccessLogCollector") {
  static readonly layer = Layer.effect(
    AccessLogCollector,
    Effect.gen(function* () {
      const sources = yield* AccessLogSources
      const contexts = yield* ExecutionContexts
      const settings = yield* PortalSettingsRecords
      const entities = yield* IamEntities
      const lease = yield* JobLease
      const collectOne = yield* collectSource

      const nameIdentities = Effect.fnUntraced(function* (source: CollectedSource) {
        const now = yield* DateTime.now
        const uids = yield* sources.unnamed(source.rgw_account_id, DateTime.subtractDuration(now, NAME_CHECK_INTERVAL))
        if (uids.length === 0) return
        const context = yield* contexts.forListing(source.listing_key)
        const names = new Map<string, string>()
        if (context.context.capabilities.can_manage_iam) {
          let marker: string | null = null
          do {
            const page: Effect.Success<ReturnType<typeof entities.page>> = yield* entities.page(
              context.s3,
              "users",
              USERS_PER_PAGE,
              marker
            )
            for (const { id, name } of page.items) names.set(id, name)
            marker = page.next
          } while (marker !== null)
        }
        yield* sources.nameIdentities(
          source.rgw_account_id,
          uids.map((uid) => ({ uid, name: names.get(uid) ?? null })),
          now
        )
      })

      const isSwitchedOn = Effect.fnUntraced(function* (source: CollectedSource) {
        const stored = yield* settings.read(source.rgw_account_id)
        if (stored === null) return false
        const { access_logs_enabled, enabled } = effectiveSettings(stored.override, stored.installation)
        return enabled.value && access_logs_enabled.value
      })

      const collect = Effect.fn("AccessLogCollector.collect")(function* (source: CollectedSource, until: number) {
        if (source.enabled && !(yield* isSwitchedOn(source))) return null
        const context = yield* contexts.forListing(source.listing_key).pipe(Effect.orDie)
        const report = yield* collectOne(context, source, until)
        yield* Effect.ignoreCause(nameIdentities(source), { log: "Info" })
        return report
      })

      const failed: SourceReport = { state: "unreachable", objects: 0, lines: 0, refused: 0 }
      const all = Effect.gen(function* () {
        const until = DateTime.toEpochMillis(DateTime.addDuration(yield* DateTime.now, RUN_TIME))
        const reports = yield* Effect.forEach(
          yield* sources.toCollect,
          (source) =>
            collect(source, until).pipe(
              Effect.catchCause((cause) =>
                Cause.hasInterruptsOnly(cause)
                  ? Effect.interrupt
                  : Effect.as(
                      Effect.logError("An access log could not be collected", cause).pipe(
                        Effect.annotateLogs({ source: source.id })
                      ),
                      failed
                    )
              )
            ),
          { concurrency: MAX_CONCURRENT_SOURCES }
        )
        const done = reports.filter((one) => one !== null)
        const sum = (count: (report: SourceReport) => number) => done.reduce((total, one) => total + count(one), 0)
        return {
          status: "completed",
          reason: null,
          source_count: done.length,
          failed_source_count: done.filter(({ state }) => state !== "on" && state !== "off").length,
          object_count: sum(({ objects }) => objects),
          line_count: sum(({ lines }) => lines),
          refused_count: sum(({ refused }) => refused)
        } satisfies AccessLogReport
      })

      return AccessLogCollector.of({
        collect: (source) =>
          Effect.flatMap(DateTime.now, (now) =>
            collect(source, DateTime.toEpochMillis(DateTime.addDuration(now, RUN_TIME)))
          ),
        run: lease.run("access-log-collection", LEASE_DURATION, all).pipe(
          Effect.map(
            Option.getOrElse(
              (): AccessLogReport => ({
                status: "skipped",
                reason: "lease_held",
                source_count: 0,
                failed_source_count: 0,
                object_count: 0,
                line_count: 0,
                refused_count: 0
              })
            )
          ),
          Effect.withSpan("AccessLogCollector.run")
        )
      })
    })
  )
}
