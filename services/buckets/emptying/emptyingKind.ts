import { Effect, Option, Schema, Stream } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { MAX_RETAINED_RETRIED, MAX_PASSES } from "#domain/buckets/Emptying.ts"
import { type DomainError, NotFound } from "#domain/platform/errors/Errors.ts"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { Buckets } from "#services/buckets/Buckets.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import type { Performed, PlannedItem, WorkKind } from "#services/platform/work/WorkKind.ts"
import { BucketContents } from "./BucketContents.ts"
import { emptyingWarnings } from "./emptyingWarnings.ts"
import { bucketCreationTime } from "./bucketCreationTime.ts"
import { emptyRemoval, Removal, removeAll } from "./removeAll.ts"
import { abortAll } from "./abortAll.ts"

export const bucketEmptying = "bucket_emptying"

const Params = Schema.Struct({
  context_id: Schema.String,
  listing_key: Schema.String,
  bucket: ExistingBucketName,
  delete_bucket: Schema.Boolean
})
export type EmptyingParams = typeof Params.Type

const Target = Schema.Struct({
  what: Schema.Literals(["versions", "uploads", "bucket"]),
  created_at: Schema.NullOr(Schema.String),
  objects: Schema.NullOr(Schema.Int),
  bytes: Schema.NullOr(Schema.Int),
  locked: Schema.NullOr(Schema.Boolean)
})
type Target = typeof Target.Type

const Notes = Schema.Struct({ removal: Schema.NullOr(Removal), aborted: Schema.Int })
type Notes = typeof Notes.Type

type Done = Performed<null>

const unit = "objects and versions"

const resultOf = ({ bytes, kept, markers, named, removed }: Removal) => ({
  removed,
  delete_markers: markers,
  freed_bytes: bytes,
  kept,
  kept_named: named
})

const bucketMissing = (result: Done["result"]): Done => ({
  outcome: "skipped",
  why: "The bucket is gone: somebody deleted it meanwhile",
  result,
  inverse: null
})
const another = (result: Done["result"]): Done => ({
  outcome: "incomplete",
  why: "Somebody deleted the bucket and made another one of this name: nothing of that one is touched",
  result,
  inverse: null
})

export const emptyingKind = Effect.gen(function* () {
  const contents = yield* BucketContents
  const gateway = yield* BucketGateway
  const buckets = yield* Buckets
  const listings = yield* BucketListings
  const contexts = yield* ExecutionContexts
  const creationTimeOf = yield* bucketCreationTime

  const plan = Effect.fn("Emptying.plan")(function* ({ bucket, delete_bucket, listing_key }: EmptyingParams) {
    const context = yield* contexts.forListing(listing_key)
    const missing = new NotFound({ entity: "Bucket", id: bucket })
    const [when, statistics, settings] = yield* Effect.all(
      [creationTimeOf(context, bucket), gateway.statistics(context.s3, bucket), contents.settings(context.s3, bucket)],
      { concurrency: 3 }
    )
    if (Option.isNone(statistics)) return yield* missing
    const { object_count: objects, used_bytes: bytes } = statistics.value
    const bucketFacts = { created_at: Option.getOrNull(when), objects, bytes, locked: settings.objectLock }
    const item = (
      what: Target["what"],
      phase: number,
      label: string,
      before: string,
      after: string
    ): PlannedItem<Target> => ({
      key: what,
      label,
      detail: bucket,
      before,
      after,
      sort: what,
      phase,
      target: { what, ...bucketFacts }
    })
    const items = [
      item(
        "versions",
        1,
        "Objects, versions and delete markers",
        objects === null ? "not counted" : `${objects.toLocaleString("en")} by the gateway's statistics`,
        "none"
      ),
      item("uploads", 2, "Unfinished uploads", "all there are", "none"),
      ...(delete_bucket ? [item("bucket", 3, "The bucket itself", bucket, "deleted")] : [])
    ]
    return {
      title: delete_bucket ? `Empty and delete ${bucket}` : `Empty ${bucket}`,
      warnings: emptyingWarnings(settings, delete_bucket),
      excluded: [],
      items: Stream.fromIterable(items)
    }
  })

  const requireSameBucket = Effect.fnUntraced(function* (
    context: ResolvedContext,
    bucket: string,
    { created_at }: Target,
    result: Done["result"]
  ) {
    const now = yield* creationTimeOf(context, bucket)
    if (Option.isNone(now))
      return created_at === null && (yield* gateway.exists(context.s3, bucket)) ? null : bucketMissing(result)
    return created_at !== null && now.value !== created_at ? another(result) : null
  })

  const kind: WorkKind<EmptyingParams, Target, Notes, null> = {
    name: bucketEmptying,
    scope: "manager",
    listing: ({ listing_key }) => listing_key,
    params: Params,
    target: Target,
    notes: Notes,
    inverse: Schema.Null,
    exclusionKey: ({ bucket, listing_key }) => `${bucketEmptying} ${listing_key} ${bucket}`,
    maxConcurrency: 1,
    plan,

    perform: Effect.fn("Emptying.perform")(function* ({
      caller,
      note,
      notes,
      params: { bucket, listing_key },
      isPauseRequested,
      target
    }) {
      const context = yield* contexts.forListing(listing_key)
      const before = notes ?? { removal: null, aborted: 0 }
      const soFar = before.removal ?? emptyRemoval
      const instead = yield* requireSameBucket(
        context,
        bucket,
        target,
        target.what === "versions" ? resultOf(soFar) : { aborted: before.aborted }
      )
      if (instead !== null) return instead

      const removing = (from: Removal) =>
        removeAll(from, {
          contents,
          bucket,
          target: context.s3,
          isPauseRequested,
          note: (removal) =>
            note(
              { ...before, removal },
              {
                done: removal.removed + removal.markers,
                total: target.objects === null ? null : Math.max(target.objects, removal.removed + removal.markers),
                unit,
                note:
                  removal.pass > 1 ? `Looking for what arrived meanwhile, ${removal.pass - 1} of ${MAX_PASSES - 1}` : ""
              }
            )
        })

      const ended = (end: "empty" | "kept" | "arriving" | "rested", result: Done["result"], kept: number): Done => {
        switch (end) {
          case "empty":
            return { outcome: "completed", result, inverse: null }
          case "rested":
            return { outcome: "rested", result, inverse: null }
          case "arriving":
            return {
              outcome: "incomplete",
              result,
              inverse: null,
              why: "New objects arrive as fast as they are removed: stop whoever writes them"
            }
          case "kept":
            return {
              outcome: "incomplete",
              result,
              inverse: null,
              why:
                kept >= MAX_RETAINED_RETRIED
                  ? `Given up after ${kept.toLocaleString("en")} that cannot be removed`
                  : `${kept.toLocaleString("en")} cannot be removed`
            }
        }
      }

      const work: Effect.Effect<Done, DomainError> = Effect.gen(function* () {
        switch (target.what) {
          case "versions": {
            const { end, removal } = yield* removing(soFar)
            return ended(end, resultOf(removal), removal.kept)
          }
          case "uploads": {
            const { aborted, end, kept } = yield* abortAll(before.aborted, {
              contents,
              bucket,
              target: context.s3,
              isPauseRequested,
              note: (count) =>
                note({ ...before, aborted: count }, { done: count, total: null, unit: "uploads", note: "" })
            })
            return ended(end, { aborted, kept }, kept)
          }
          case "bucket": {
            const { end, removal } = yield* removing(soFar)
            if (end !== "empty") return ended(end, resultOf(removal), removal.kept)
            yield* buckets.remove(caller, context, bucket)
            return { outcome: "completed", result: { deleted: bucket }, inverse: null }
          }
        }
      })
      return yield* work.pipe(
        Effect.catchIf(
          (error) => error._tag === "NotFound",
          () => Effect.succeed(bucketMissing({}))
        ),
        Effect.ensuring(listings.refresh(listing_key))
      )
    }),

    undo: () => Effect.void
  }
  return kind
})
