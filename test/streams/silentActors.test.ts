import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Ref, Stream } from "effect"
import { TestRunner } from "effect/cluster"
import { Rpc } from "effect/rpc"
import * as BucketSnapshotsSql from "#layers/sql/buckets/BucketSnapshotsSql.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import * as UsageDaysSql from "#layers/sql/usage/UsageDaysSql.ts"
import * as UsageSnapshotsSql from "#layers/sql/usage/UsageSnapshotsSql.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { Usage } from "#services/usage/Usage.ts"
import { BucketListing } from "#streams/listings/BucketListingActor.ts"
import { BucketListingsShared } from "#streams/listings/BucketListingsShared.ts"
import { UsageCount } from "#streams/usage/UsageActor.ts"
import { UsageShared } from "#streams/usage/UsageShared.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { TestSettings } from "../support/testSettings.ts"
import { bucket, contextOf, fakePorts, makeFakeGateway } from "./listings/fakeGateway.ts"

/** Actors that never answer, as if their runner were stuck. */
const silent = Effect.gen(function* () {
  const [refreshes, watchers] = [yield* Ref.make(0), yield* Ref.make(0)]
  const heard = (asked: Ref.Ref<number>) =>
    Effect.andThen(
      Ref.update(asked, (times) => times + 1),
      Effect.never
    )
  const actors = Layer.merge(
    BucketListing.toLayer(Effect.succeed(BucketListing.of({ Refresh: () => heard(refreshes) }))),
    UsageCount.toLayer(Effect.succeed(UsageCount.of({ Watch: () => Rpc.fork(Stream.fromEffect(heard(watchers))) })))
  )
  const gateway = yield* makeFakeGateway([bucket("one")])
  const service = Layer.merge(BucketListingsShared, UsageShared).pipe(
    Layer.provide(actors),
    Layer.provide([BucketSnapshotsSql.layer, UsageSnapshotsSql.layer, UsageDaysSql.layer]),
    Layer.provide(LiveEventsSql.layer),
    Layer.provide(fakePorts(gateway)),
    Layer.provide(TestRunner.layer),
    Layer.provide(TestSettings()),
    Layer.fresh
  )
  return { refreshes, service, watchers }
})

const key = () => `endpoint:1/owner:${crypto.randomUUID()}`
/** Far beyond the timeout of an actor; an unlimited call would never end. */
const inTheEnd = Effect.timeout("40 seconds")

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })(
  "an actor that does not answer",
  (it) => {
    it.effect(
      "keeps nobody waiting who looks at a page of a listing, or asks for its refresh",
      () =>
        Effect.gen(function* () {
          const { refreshes, service } = yield* silent
          yield* Effect.gen(function* () {
            const listings = yield* BucketListings
            const page = yield* inTheEnd(listings.page(key(), { page: 1, page_size: 50 }))
            assert.deepStrictEqual([page.total, page.listing.state], [0, "empty"])
            yield* inTheEnd(listings.refresh(key()))
          }).pipe(Effect.provide(service))
          assert.isAtLeast(yield* Ref.get(refreshes), 2, "it was asked")
        }),
      90_000
    )

    it.effect(
      "is told to whoever watches a recount",
      () =>
        Effect.gen(function* () {
          const { service, watchers } = yield* silent
          yield* Effect.gen(function* () {
            const error = yield* inTheEnd(
              Effect.flip(Stream.runDrain((yield* Usage).recount(contextOf(key()), "statistics")))
            )
            assert.deepInclude(error, { _tag: "Unavailable", retry_after_seconds: 5 })
          }).pipe(Effect.provide(service))
          assert.strictEqual(yield* Ref.get(watchers), 1, "it was asked")
        }),
      90_000
    )
  }
)
