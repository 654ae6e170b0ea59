import { Clock, Context, DateTime, Effect, Layer, Option, Stream } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { type GatewayFailure, InvalidInput, type NotFound } from "#domain/platform/errors/Errors.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import type { LifecycleRule } from "#domain/buckets/lifecycle/Lifecycle.ts"
import { dailyRuns, lifecyclePlan, scannedPrefixes } from "#domain/buckets/lifecycle/lifecyclePlan.ts"
import {
  type LifecycleSimulation,
  type SimulationEvent,
  usualHorizons
} from "#domain/buckets/lifecycle/LifecycleSimulation.ts"
import { ruleFaults } from "#domain/buckets/lifecycle/ruleFaults.ts"
import { simulationCount } from "#domain/buckets/lifecycle/simulationCount.ts"
import { bucketIdentity } from "#services/buckets/features/featureVersion.ts"
import { sharedSubscription } from "#services/platform/live/sharedWatch.ts"
import { type UnfinishedUpload, LifecycleScan } from "./LifecycleScan.ts"
import { pagesOfKeys } from "./pagesOfKeys.ts"
import { simulationWarnings } from "./simulationWarnings.ts"
import { tagReader } from "./tagReader.ts"

export interface SimulationResult {
  readonly rules: ReadonlyArray<LifecycleRule>
  readonly horizons?: ReadonlyArray<number>
}

type Failure = NotFound | GatewayFailure
type UploadPosition = { readonly key: string; readonly uploadId: string }
type Stage = "objects" | "uploads"

const PROGRESS_INTERVAL_MS = 250

export class LifecycleSimulator extends Context.Service<
  LifecycleSimulator,
  {
    /** Progress, then the effects. Concurrent simulations share one scan, which may miss concurrent writes. */
    readonly simulate: (
      context: ResolvedContext,
      bucket: string,
      wanted: SimulationResult
    ) => Effect.Effect<Stream.Stream<SimulationEvent, Failure>, InvalidInput | Failure>
  }
>()("stowage/services/buckets/lifecycle/LifecycleSimulator") {
  static readonly layer = Layer.effect(
    LifecycleSimulator,
    Effect.gen(function* () {
      const scan = yield* LifecycleScan
      const identityOf = yield* bucketIdentity
      const sharedScans = yield* sharedSubscription<SimulationEvent, Failure>()

      const simulate = Effect.fn("LifecycleSimulator.simulate")(function* (
        context: ResolvedContext,
        bucket: string,
        { horizons = usualHorizons, rules }: SimulationResult
      ) {
        const { s3 } = context
        const dialect = dialectOf(s3.url)
        const faults = ruleFaults({ rules }, dialect)
        if (faults.length > 0)
          return yield* new InvalidInput({
            issues: faults.map(({ message, path }) => ({ message, path: ["payload", ...path] }))
          })
        const identity = yield* identityOf(context, bucket)
        const seen = yield* scan.versioning(s3, bucket)
        const versioning = seen ?? "enabled"
        const days = [...new Set(horizons)].sort((one, other) => one - other)
        const now = yield* Clock.currentTimeMillis
        const plan = lifecyclePlan(rules, { dialect, versioning, runs: dailyRuns(now, days.at(-1) ?? 1) })
        const active = plan.rules.filter(
          (rule) =>
            rule.expiration !== null ||
            rule.markers ||
            rule.noncurrent !== null ||
            rule.transitions.length > 0 ||
            rule.noncurrentTransitions.length > 0
        )
        const prefixes = scannedPrefixes(active)
        const uploadPrefixes = scannedPrefixes(plan.rules.filter(({ abortDays }) => abortDays !== null))

        const scanned = Stream.suspend(() => {
          const count = simulationCount(plan, rules, days)
          const tags = tagReader((key, versionId) => scan.tags(s3, bucket, key, versionId))
          let cutKeys = 0
          const progress = (stage: Stage): SimulationEvent => ({
            event: "progress",
            data: { stage, processed: count.processed(), effects: count.effects() }
          })

          const keys = (prefix: string) =>
            versioning === "off"
              ? pagesOfKeys<string, Failure, never>((after) => scan.objects(s3, bucket, prefix, after))
              : pagesOfKeys<{ readonly key: string; readonly versionId: string }, Failure, never>((after) =>
                  scan.versions(s3, bucket, prefix, after)
                )
          const objects = Stream.fromIterable(prefixes).pipe(
            Stream.flatMap(keys),
            Stream.mapEffect(
              Effect.fnUntraced(function* (some) {
                const tagsOf = yield* tags.known(some, count.tagsNeeded)
                for (const { cut, key, versions } of some) {
                  count.key(key, versions, tagsOf)
                  if (cut) cutKeys++
                }
                return "objects" as const
              })
            )
          )
          const uploads = Stream.fromIterable(uploadPrefixes).pipe(
            Stream.flatMap((prefix) =>
              Stream.paginate<UploadPosition | null, ReadonlyArray<UnfinishedUpload>, Failure>(null, (after) =>
                Effect.map(scan.uploads(s3, bucket, prefix, after), (page) => [
                  [page.uploads],
                  Option.fromNullOr(page.next)
                ])
              )
            ),
            Stream.map((some) => {
              for (const { begunAt, key } of some) count.upload(key, begunAt)
              return "uploads" as const
            })
          )

          let lastProgressAt = 0
          const steps = Stream.concat(objects, uploads).pipe(
            Stream.mapEffect((stage: Stage) =>
              Effect.map(Clock.currentTimeMillis, (at) => {
                if (at - lastProgressAt < PROGRESS_INTERVAL_MS) return []
                lastProgressAt = at
                return [progress(stage)]
              })
            ),
            Stream.flatMap(Stream.fromIterable)
          )
          const result = Effect.sync((): SimulationEvent => {
            const { effects, rules: each, scanned: scannedCount } = count.result()
            const data: LifecycleSimulation = {
              simulated_at: DateTime.formatIso(DateTime.makeUnsafe(now)),
              versioning,
              effects,
              rules: each,
              scanned: { prefixes, ...scannedCount },
              tags: { read: tags.read(), unread: tags.unread() },
              warnings: simulationWarnings({
                rules,
                dialect,
                versioning: seen,
                tagsUnread: tags.unread(),
                cutKeys,
                uploads: effects.some((one) => one.uploads > 0)
              })
            }
            return { event: "result", data }
          })
          return Stream.concat(Stream.concat(Stream.succeed(progress("objects")), steps), Stream.fromEffect(result))
        })
        return sharedScans(
          JSON.stringify([context.context.id, context.listingKey, bucket, identity, versioning, days, rules]),
          scanned
        )
      })

      return LifecycleSimulator.of({ simulate })
    })
  )
}
