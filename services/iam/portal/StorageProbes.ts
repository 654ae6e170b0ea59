import { Context, DateTime, Duration, Effect, Layer, Metric, Option } from "effect"
import type { StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { notPossible, type ProbeResult, type StorageProbeReport } from "#domain/iam/portal/StorageStatus.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { Settings } from "#services/platform/Settings.ts"
import { probeBucketName, probeBuckets } from "./probeBucket.ts"
import { StorageProbeRecords } from "./StorageProbeRecords.ts"
import { SyntheticProbe } from "./SyntheticProbe.ts"

const MAX_CONCURRENT_PROBES = 8
const LEASE_DURATION = Duration.minutes(10)
const PROBE_RETENTION = Duration.days(31)

const probeCount = Metric.counter("stowage_storage_probes_total", {
  description: "Probes of storage endpoints for the Portal's status page by their outcome",
  incremental: true
})

export const isProbed = (
  enabled: boolean,
  { features_config: { features } }: Pick<StorageEndpoint, "features_config">
): boolean => enabled && features.healthcheck?.enabled !== false

export class StorageProbes extends Context.Service<
  StorageProbes,
  {
    /** Once at a time in the cluster. */
    readonly run: Effect.Effect<StorageProbeReport>
  }
>()("stowage/services/iam/portal/StorageProbes") {
  static readonly layer = Layer.effect(
    StorageProbes,
    Effect.gen(function* () {
      const records = yield* StorageProbeRecords
      const endpoints = yield* EndpointRecords
      const probe = yield* SyntheticProbe
      const lease = yield* JobLease
      const buckets = yield* probeBuckets
      const {
        endpointStatus: { enabled }
      } = yield* Settings

      const probeOnce = Effect.fnUntraced(function* (endpoint: StorageEndpoint) {
        const target = yield* buckets.targetOf(endpoint)
        if (target === null) return notPossible("no_key")
        const bucket = probeBucketName(endpoint)
        const first = yield* probe.run(target, bucket)
        if (first !== null) return first
        const isCreated = yield* buckets
          .create(target, endpoint.id, bucket)
          .pipe(
            Effect.catch((error) =>
              Effect.as(
                Effect.logInfo("The bucket of the storage status was not created").pipe(
                  Effect.annotateLogs({ endpoint_id: endpoint.id, code: error.code })
                ),
                false
              )
            )
          )
        if (!isCreated) return notPossible("refused", "put")
        return (yield* probe.run(target, bucket)) ?? notPossible("refused", "put")
      })

      const probeEndpoint = Effect.fnUntraced(function* (endpoint: StorageEndpoint): Effect.fn.Return<ProbeResult> {
        const now = yield* DateTime.now
        const result = yield* probeOnce(endpoint)
        yield* records.add(endpoint.id, result, now)
        const attributes = { endpoint: `endpoint:${endpoint.id}`, outcome: result.outcome }
        yield* Metric.update(Metric.withAttributes(probeCount, attributes), 1)
        return result
      })

      const all = Effect.gen(function* () {
        const due = new Set(yield* records.due)
        const probed = (yield* endpoints.list).filter((one) => due.has(one.id) && isProbed(enabled, one))
        const results = yield* Effect.forEach(probed, probeEndpoint, { concurrency: MAX_CONCURRENT_PROBES })
        const countOf = (outcome: ProbeResult["outcome"]) => results.filter((one) => one.outcome === outcome).length
        const report: StorageProbeReport = {
          status: "completed",
          reason: null,
          probed_count: results.length,
          failed_count: countOf("failed"),
          not_possible_count: countOf("not_possible"),
          purged_count: yield* records.purge(DateTime.subtractDuration(yield* DateTime.now, PROBE_RETENTION))
        }
        return report
      })

      const skipped = (reason: "lease_held" | "disabled"): StorageProbeReport => ({
        status: "skipped",
        reason,
        probed_count: 0,
        failed_count: 0,
        not_possible_count: 0,
        purged_count: 0
      })

      return StorageProbes.of({
        run: enabled
          ? lease
              .run("storage-probe", LEASE_DURATION, all)
              .pipe(Effect.map(Option.getOrElse(() => skipped("lease_held"))), Effect.withSpan("StorageProbes.run"))
          : Effect.succeed(skipped("disabled"))
      })
    })
  )
}
