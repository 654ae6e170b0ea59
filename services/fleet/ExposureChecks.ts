import { Context, DateTime, Duration, Effect, Layer, Option, Result, Schedule } from "effect"
import { listingKeyOf } from "#domain/accounts/contexts/listingOwner.ts"
import { exposureDocuments, exposureParts } from "#domain/buckets/features/ExposureRow.ts"
import type { OpenLinks } from "#domain/buckets/policies/OpenLinks.ts"
import { clusterScope, type WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import type { WorkbenchRequest } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import { EXPOSURE_CHANGE_DAYS, type ExposureReport, type JudgedBucket } from "#domain/fleet/BucketExposure.ts"
import type { StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { Unavailable } from "#domain/platform/errors/Errors.ts"
import { provesAbsence } from "#domain/platform/ListingState.ts"
import { emptyFilter } from "#domain/platform/query/QueryFilter.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import type { DocumentRead } from "#services/buckets/features/FeatureStore.ts"
import { PolicyEvaluator, tooLargeToEvaluate } from "#services/buckets/policies/PolicyEvaluator.ts"
import { BucketWorkbench } from "#services/buckets/workbench/BucketWorkbench.ts"
import { FeatureReads } from "#services/buckets/workbench/FeatureReads.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { ShareListings } from "#services/objects/shares/ShareListings.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { deleteInBatches } from "#services/platform/purgeOld.ts"
import { type ExposedBucket, ExposureRecords } from "./ExposureRecords.ts"

const LEASE_DURATION = Duration.hours(6)
const BATCH_SIZE = 200
const PURGE_BATCH = 5_000
const MAX_CONCURRENT_EVALUATIONS = 4
/** A silent endpoint takes minutes and must not delay others. */
const MAX_CONCURRENT_ENDPOINTS = 8
/** Waits for the list of buckets: each attempt waits up to a minute by itself. */
const listingRetries = {
  times: 18,
  schedule: Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])
} as const

const everyBucket: WorkbenchRequest = {
  at: [],
  page: 1,
  page_size: 1,
  include: [],
  filter: emptyFilter,
  private_tag_ids: [],
  shared_tag_ids: []
}

const skipped: ExposureReport = {
  status: "skipped",
  endpoint_count: 0,
  failed_endpoint_count: 0,
  bucket_count: 0,
  unavailable_count: 0,
  changed_count: 0,
  purged_count: 0
}

const notSet: DocumentRead = Result.succeed(null)

/** True if snapshot states do not determine the exposure: documents decide then. */
const needsDocuments = ({ acl, policy, public_access_block: block, website }: ExposedBucket): boolean =>
  policy !== "not_set" || acl !== "not_set" || website !== "not_set" || block === null || block === "unavailable"

interface EndpointCounts {
  readonly buckets: number
  readonly unavailable: number
  readonly changed: number
}

export class ExposureChecks extends Context.Service<
  ExposureChecks,
  {
    readonly run: Effect.Effect<ExposureReport>
  }
>()("stowage/services/fleet/ExposureChecks") {
  static readonly layer = Layer.effect(
    ExposureChecks,
    Effect.gen(function* () {
      const records = yield* ExposureRecords
      const endpoints = yield* EndpointRecords
      const targets = yield* AdminTargets
      const workbench = yield* BucketWorkbench
      const reads = yield* FeatureReads
      const contexts = yield* ExecutionContexts
      const shares = yield* ShareListings
      const evaluation = yield* PolicyEvaluator
      const lease = yield* JobLease

      const linksOf = (endpointId: number, owner: string, now: DateTime.Utc) =>
        contexts.forListing(listingKeyOf(endpointId, owner)).pipe(
          Effect.flatMap(({ context }) => shares.open(context.id, now)),
          Effect.catchTag("NotFound", () => Effect.succeed(null)),
          // one undecryptable key must not end the check of all owners
          Effect.catchDefect((defect) =>
            Effect.as(Effect.logWarning("The open links of an owner could not be read", defect), null)
          )
        )

      const judge = Effect.fnUntraced(function* (
        bucket: ExposedBucket,
        documents: ReadonlyArray<DocumentRead> | undefined,
        links: OpenLinks | null
      ) {
        const [policy = notSet, block = notSet, acl = notSet, website = notSet] = documents ?? []
        const exposure = yield* evaluation.evaluate("exposure", {
          bucket: bucket.name,
          dialect: "rgw",
          links,
          ...exposureDocuments({ policy, public_access_block: block, acl, website })
        })
        const { bucket_id, name, owner, tenant } = bucket
        const judged: JudgedBucket = {
          tenant,
          name,
          owner,
          bucket_id,
          verdict: exposure?.verdict ?? "unavailable",
          words: exposure?.words ?? tooLargeToEvaluate
        }
        return judged
      })

      const checkBuckets = Effect.fnUntraced(function* (endpointId: number, scope: WorkbenchScope, now: DateTime.Utc) {
        const linksByOwner = new Map<string, ReadonlyMap<string, OpenLinks> | null>()
        const counts = { buckets: 0, unavailable: 0, changed: 0 }
        let after: ExposedBucket | null = null
        for (;;) {
          const batch: ReadonlyArray<ExposedBucket> = yield* records.buckets(scope, after, BATCH_SIZE)
          for (const { owner } of batch)
            if (owner !== null && !linksByOwner.has(owner))
              linksByOwner.set(owner, yield* linksOf(endpointId, owner, now))
          const undecided = batch.filter(needsDocuments)
          const documents = yield* reads.documents(scope, undecided, exposureParts)
          const byBucket = new Map(undecided.map((bucket, index) => [bucket, documents[index]]))
          const judged = yield* Effect.forEach(
            batch,
            (bucket) =>
              judge(bucket, byBucket.get(bucket), linksByOwner.get(bucket.owner ?? "")?.get(bucket.name) ?? null),
            { concurrency: MAX_CONCURRENT_EVALUATIONS }
          )
          counts.changed += yield* records.store(endpointId, judged, now)
          counts.buckets += judged.length
          counts.unavailable += judged.filter(({ verdict }) => verdict === "unavailable").length
          after = batch.at(-1) ?? null
          if (batch.length < BATCH_SIZE) return counts
        }
      })

      /** Waits for a list of buckets read after `since`: only then is a missing bucket deleted. */
      const completeList = (scope: WorkbenchScope, since: string) =>
        workbench.matching(scope, everyBucket, 1).pipe(
          Effect.flatMap(({ listing: { last_error, read_at, stale, state } }) =>
            provesAbsence({ state, stale, last_error, refreshed_at: read_at }, since)
              ? Effect.void
              : Effect.fail(
                  new Unavailable({
                    detail: last_error?.detail ?? "the list of buckets is not complete",
                    retry_after_seconds: 5
                  })
                )
          ),
          Effect.retry({ ...listingRetries, while: ({ _tag }) => _tag === "Unavailable" })
        )

      const checkEndpoint = Effect.fn("ExposureChecks.endpoint")(function* (endpoint: StorageEndpoint) {
        const scope = clusterScope(0, endpoint)
        const now = yield* DateTime.now
        const check = Effect.gen(function* () {
          yield* workbench.refresh(scope)
          yield* completeList(scope, DateTime.formatIso(now))
          yield* reads.features(scope, exposureParts, null)
          const counts = yield* checkBuckets(endpoint.id, scope, now)
          const deletedBuckets = yield* records.complete(endpoint.id, now)
          const result: EndpointCounts = { ...counts, changed: counts.changed + deletedBuckets }
          return result
        })
        return yield* Effect.catch(check, (error) => {
          const detail = error._tag === "Unavailable" ? error.detail : error.message
          return Effect.as(records.fail(endpoint.id, `The buckets could not be read: ${detail}`, now), null)
        })
      })

      const all = Effect.gen(function* () {
        const list = yield* endpoints.list
        const managed = yield* Effect.filter(list, (endpoint) =>
          Effect.map(targets.of(endpoint), (target) => target !== null)
        )
        const checked = yield* Effect.forEach(managed, checkEndpoint, { concurrency: MAX_CONCURRENT_ENDPOINTS })
        const counts = checked.filter((one) => one !== null)
        const before = DateTime.subtractDuration(yield* DateTime.now, Duration.days(EXPOSURE_CHANGE_DAYS))
        const sum = (part: (one: EndpointCounts) => number) => counts.reduce((total, one) => total + part(one), 0)
        const report: ExposureReport = {
          status: "completed",
          endpoint_count: checked.length,
          failed_endpoint_count: checked.length - counts.length,
          bucket_count: sum(({ buckets }) => buckets),
          unavailable_count: sum(({ unavailable }) => unavailable),
          changed_count: sum(({ changed }) => changed),
          purged_count: yield* deleteInBatches(PURGE_BATCH, (limit) => records.deleteOlder(before, limit))
        }
        return report
      })

      return ExposureChecks.of({
        run: Effect.withSpan(
          Effect.map(
            lease.run("exposure-check", LEASE_DURATION, all),
            Option.getOrElse(() => skipped)
          ),
          "ExposureChecks.run"
        )
      })
    })
  )
}
