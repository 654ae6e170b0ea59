import { Clock, DateTime, Effect, Result } from "effect"
import type { BucketStatistics } from "#domain/buckets/BucketListing.ts"
import { type GatewayFailure, NotFound, StorageTimeout } from "#domain/platform/errors/Errors.ts"
import type { GatewaySeries } from "#services/gateways/endpoints/GatewaySeries.ts"
import type { AdminCalls } from "./AdminCalls.ts"
import { isMissing } from "./refusals.ts"
import { settingsOf, WireSettings } from "./userSettingsOps.ts"
import { bucketOf, WireBucket } from "./wire/Bucket.ts"

export const seriesOps = (calls: AdminCalls["Service"]): GatewaySeries["Service"] => ({
  users: (target, uids, deliver) =>
    Effect.flatMap(Clock.Clock, (clock) =>
      calls.documents(
        target,
        {
          operation: "GetUser",
          path: "/user",
          queries: uids.map((uid) => ({ uid, stats: "true" })),
          ends: (failure) => failure._tag !== "StorageError"
        },
        WireSettings,
        (index, read) => {
          const uid = uids[index] ?? ""
          if (Result.isSuccess(read)) {
            const now = DateTime.makeUnsafe(clock.currentTimeMillisUnsafe())
            return deliver(uid, Result.succeed(settingsOf(read.success, now)))
          }
          const { failure } = read
          // the others end the series
          if (failure._tag === "StorageError")
            deliver(uid, Result.fail(isMissing(failure) ? new NotFound({ entity: "RGW user", id: uid }) : failure))
        }
      )
    ),

  buckets: (target, names) => {
    const results = new Map<number, Result.Result<BucketStatistics | null, GatewayFailure>>()
    return calls
      .documents(
        target,
        {
          operation: "GetBucket",
          path: "/bucket",
          queries: names.map((bucket) => ({ bucket })),
          ends: () => false
        },
        WireBucket,
        (index, read) => {
          results.set(
            index,
            Result.isSuccess(read)
              ? Result.succeed(bucketOf(read.success))
              : isMissing(read.failure)
                ? Result.succeed(null)
                : Result.fail(read.failure)
          )
        }
      )
      .pipe(
        Effect.catch((failure) => Effect.succeed(failure)),
        Effect.map((failure) =>
          names.map(
            (name, index) =>
              results.get(index) ?? Result.fail(failure ?? new StorageTimeout({ operation: `rgw.GetBucket ${name}` }))
          )
        )
      )
  }
})
