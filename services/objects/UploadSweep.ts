import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import type { UploadSweepReport } from "#domain/objects/UploadSweepReport.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { MultipartStore } from "./MultipartStore.ts"
import { type UploadRecord, UploadRecords } from "./UploadRecords.ts"

const ABANDONED_AFTER = Duration.hours(24)
const LEASE_DURATION = Duration.minutes(30)
const batch = 200

export class UploadSweep extends Context.Service<
  UploadSweep,
  {
    readonly run: Effect.Effect<UploadSweepReport>
  }
>()("stowage/services/objects/UploadSweep") {
  static readonly layer = Layer.effect(
    UploadSweep,
    Effect.gen(function* () {
      const records = yield* UploadRecords
      const contexts = yield* ExecutionContexts
      const multipart = yield* MultipartStore
      const lease = yield* JobLease

      const end = (record: UploadRecord) =>
        Effect.gen(function* () {
          if (record.gateway_upload_id !== null && !record.completed) {
            const context = yield* contexts.forListing(record.listing_key)
            yield* multipart.abort(context.s3, {
              bucket: record.bucket,
              key: record.key,
              gatewayUploadId: record.gateway_upload_id
            })
          }
          yield* records.remove(record.id)
          return record.completed ? "kept" : "aborted"
        }).pipe(
          // without a context there is no key to abort it
          Effect.catchTag("NotFound", () => Effect.as(records.remove(record.id), "aborted" as const)),
          Effect.catch((error) =>
            Effect.as(
              Effect.logWarning("An abandoned upload could not be ended").pipe(
                Effect.annotateLogs({ code: error.code })
              ),
              "failed" as const
            )
          )
        )

      const sweep = Effect.gen(function* () {
        const before = DateTime.subtractDuration(yield* DateTime.now, ABANDONED_AFTER)
        const idle = yield* records.idleSince(before, batch)
        const ended = yield* Effect.forEach(idle, end, { concurrency: 4 })
        const count = (outcome: "aborted" | "failed") => ended.filter((one) => one === outcome).length
        return {
          status: "completed",
          aborted_count: count("aborted"),
          failed_count: count("failed")
        } satisfies UploadSweepReport
      })

      const run = lease
        .run("upload-sweep", LEASE_DURATION, sweep)
        .pipe(
          Effect.map(
            Option.getOrElse((): UploadSweepReport => ({ status: "skipped", aborted_count: 0, failed_count: 0 }))
          ),
          Effect.withSpan("UploadSweep.run")
        )
      return UploadSweep.of({ run })
    })
  )
}
