import { Duration, Effect, Option, Schema, Stream } from "effect"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget, BucketOwner } from "#domain/gateways/endpoints/Targets.ts"
import type { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import {
  backgroundLimiter,
  backgroundUntil,
  makeAdaptiveLimiter,
  type AdaptiveLimiter
} from "#services/platform/work/AdaptiveLimiter.ts"
import type { AdminCalls } from "./AdminCalls.ts"
import { clusterStatistics } from "./clusterStatistics.ts"
import { inRanges, statisticsPage } from "./ownerStatistics.ts"
import { lastActivity } from "./lastActivity.ts"
import { orNotFound } from "./refusals.ts"
import { explainMissingOwner, readUser, userOfKey } from "./users.ts"
import { fullBucketName, tenantOf } from "#domain/gateways/endpoints/tenantOf.ts"
import { bucketOf, bucketQuotaOf, WireBucket } from "./wire/Bucket.ts"
import { userOf } from "./wire/User.ts"
import { entriesOf, usageTime, WireUsage } from "./wire/Usage.ts"

const ownerQuery = (owner: BucketOwner): Record<string, string> => (owner._tag === "All" ? {} : { uid: owner.uid })

/** A13: only an owner's listing can be paged; for an unknown owner RGW answers an empty 200, which is no list. */
export const bucketOps = (calls: AdminCalls["Service"]): Rgw["Service"] => {
  const pacers = new Map<string, { readonly wanted: AdaptiveLimiter; readonly gentle: AdaptiveLimiter }>()
  const pacersOf = ({ endpointId, url }: AdminTarget) => {
    const key = `${endpointId} ${url}`
    const there = pacers.get(key)
    if (there !== undefined) return there
    const wanted = makeAdaptiveLimiter()
    const limiters = { wanted, gentle: backgroundLimiter(wanted) }
    pacers.set(key, limiters)
    return limiters
  }

  const bucketNames: Rgw["Service"]["bucketNames"] = (target, owner) => {
    const names = calls.document(
      target,
      {
        operation: "ListBucketNames",
        method: "GET",
        path: "/bucket",
        idempotent: true,
        query: ownerQuery(owner)
      },
      Schema.Array(Schema.String)
    )
    return owner._tag === "All" ? names : names.pipe(explainMissingOwner(calls, target, owner.uid))
  }

  return {
    info: (target) =>
      calls
        .document(
          target,
          { operation: "GetInfo", method: "GET", path: "/info", idempotent: true, query: {} },
          Schema.Struct({
            info: Schema.Struct({ storage_backends: Schema.Array(Schema.Struct({ cluster_id: Schema.String })) })
          })
        )
        .pipe(Effect.map(({ info }) => ({ cluster_id: info.storage_backends[0]?.cluster_id ?? "" }))),
    bucketNames,
    bucketStatistics: (target, owner, names, options) => {
      const { gentle, wanted } = pacersOf(target)
      const at = (pacer: AdaptiveLimiter) =>
        owner._tag === "All"
          ? clusterStatistics(
              { calls, pacer, target, namesOf: (uid) => bucketNames(target, { _tag: "Uid", uid }) },
              names
            )
          : inRanges(statisticsPage(calls, pacer, target, owner.uid), names)
      return options?.gentlyUntil === undefined
        ? at(wanted)
        : Stream.unwrap(Effect.map(backgroundUntil(options.gentlyUntil, gentle, wanted), at))
    },
    // A18: for one bucket of an account RGW's answer breaks off: the log is read by owner
    usageLog: (target, { owner, since, until }) =>
      calls
        .document(
          target,
          {
            operation: "GetUsage",
            method: "GET",
            path: "/usage",
            idempotent: true,
            timeout: Duration.minutes(1),
            query: {
              ...(owner === undefined ? {} : { uid: owner }),
              start: usageTime(since),
              ...(until === undefined ? {} : { end: usageTime(until) }),
              "show-entries": "true",
              "show-summary": "false"
            }
          },
          WireUsage
        )
        .pipe(Effect.map(entriesOf)),
    lastActivity: lastActivity(calls),
    bucket: (target, name) =>
      calls
        .document(
          target,
          { operation: "GetBucket", method: "GET", path: "/bucket", idempotent: true, query: { bucket: name } },
          WireBucket
        )
        .pipe(
          orNotFound("Bucket", name),
          Effect.map((wire) => Option.some(bucketOf(wire))),
          Effect.catchTag("NotFound", () => Effect.succeedNone)
        ),
    bucketQuota: (target, bucket) =>
      calls
        .document(
          target,
          {
            operation: "GetBucketQuota",
            method: "GET",
            path: "/bucket",
            idempotent: true,
            query: { bucket: fullBucketName(bucket) }
          },
          WireBucket
        )
        .pipe(
          orNotFound("Bucket", bucket.name),
          Effect.map((wire) => Option.some(bucketQuotaOf(wire.bucket_quota))),
          Effect.catchTag("NotFound", () => Effect.succeedNone)
        ),
    // A15: RGW looks the bucket up in the tenant of the user, who need not own it; the technical user is the spare.
    setBucketQuota: (target, bucket, uid, quota) => {
      const set = (as: string) =>
        calls
          .done(target, {
            operation: "SetBucketQuota",
            method: "PUT",
            path: "/bucket",
            idempotent: true,
            query: {
              quota: "",
              uid: as,
              bucket: tenantOf({ _tag: "Uid", uid: as }) === bucket.tenant ? bucket.name : fullBucketName(bucket),
              "max-size": String(quota?.max_size_bytes ?? -1),
              "max-objects": String(quota?.max_objects ?? -1),
              enabled: String(quota?.enabled ?? false)
            }
          })
          .pipe(orNotFound("Bucket", bucket.name))
      const asTechnical = Effect.gen(function* () {
        const ownerIsMissing = yield* Effect.match(readUser(calls, target, uid), {
          onFailure: ({ _tag }) => _tag === "NotFound",
          onSuccess: () => false
        })
        if (!ownerIsMissing) return yield* new NotFound({ entity: "Bucket", id: bucket.name })
        const { accessKey } = yield* target.credential.open
        yield* set(userOf(yield* userOfKey(calls, target, accessKey)).uid)
      })
      return Effect.catchTag(set(uid), "NotFound", () => asTechnical)
    }
  }
}
