import { Duration, Effect, Option, Schema, Stream } from "effect"
import type { BucketStatistics } from "#domain/buckets/BucketListing.ts"
import type { AdminTarget, BucketOwner } from "#domain/endpoints/Targets.ts"
import type { Rgw } from "#services/endpoints/Rgw.ts"
import type { AdminCalls } from "./AdminCalls.ts"
import { orNotFound } from "./refusals.ts"
import { bucketOf, WireBucket } from "./wire/Bucket.ts"

/** Buckets of one page of statistics: small enough to show progress, large enough to cost no more than one big answer. */
const pageSize = 250
/** All buckets of a cluster in one answer take a while. */
const patience = Duration.minutes(5)

const Page = Schema.Struct({
  buckets: Schema.Array(WireBucket),
  truncated: Schema.Boolean,
  marker: Schema.optionalKey(Schema.String)
})

const ownerQuery = (owner: BucketOwner): Record<string, string> => owner._tag === "All" ? {} : { uid: owner.uid }

type BucketOps = Pick<Rgw["Service"], "bucketNames" | "bucketStatistics" | "bucket">

/** Buckets by Admin Ops. A13: only an owner's listing can be paged; an unknown owner is an empty 200, which is no list. */
export const bucketOps = (calls: AdminCalls["Service"]): BucketOps => {
  const page = (target: AdminTarget, uid: string, marker: string | null) =>
    Effect.map(
      calls.document(target, {
        operation: "ListBucketStatistics", method: "GET", path: "/bucket", idempotent: true, timeout: patience,
        query: { uid, stats: "true", "max-entries": String(pageSize), ...(marker === null ? {} : { marker }) }
      }, Page),
      ({ buckets, marker: next, truncated }) =>
        [[buckets.map(bucketOf)], truncated && next !== undefined ? Option.some<string | null>(next) : Option.none<string | null>()] as const
    )

  const everything = (target: AdminTarget) =>
    Effect.map(
      calls.document(target, {
        operation: "ListBucketStatistics", method: "GET", path: "/bucket", idempotent: true, timeout: patience, query: { stats: "true" }
      }, Schema.Array(WireBucket)),
      (buckets): ReadonlyArray<BucketStatistics> => buckets.map(bucketOf)
    )

  return {
    bucketNames: (target, owner) =>
      calls.document(target, {
        operation: "ListBucketNames", method: "GET", path: "/bucket", idempotent: true, query: ownerQuery(owner)
      }, Schema.Array(Schema.String)),
    bucketStatistics: (target, owner) =>
      owner._tag === "All"
        ? Stream.fromEffect(everything(target))
        : Stream.paginate(null as string | null, (marker) => page(target, owner.uid, marker)),
    bucket: (target, name) =>
      calls.document(target, { operation: "GetBucket", method: "GET", path: "/bucket", idempotent: true, query: { bucket: name } }, WireBucket).pipe(
        orNotFound("Bucket", name),
        Effect.map((wire) => Option.some(bucketOf(wire))),
        Effect.catchTag("NotFound", () => Effect.succeedNone)
      )
  }
}
