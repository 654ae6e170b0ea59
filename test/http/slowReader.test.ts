import { assert, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import type { BucketRow } from "#domain/buckets/BucketListing.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { BucketRefreshes } from "#services/buckets/BucketRefreshes.ts"
import { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import { EventConnection } from "../support/EventConnection.ts"
import { ListingModel } from "../support/ListingModel.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { bucket, makeFakeGateway } from "../streams/listings/fakeGateway.ts"
import { associate, many, origin, served, signIn } from "./listingService.ts"

const wide = (index: number, round: number): BucketRow => ({
  ...bucket(`bucket-${String(index).padStart(5, "0")}`, round),
  owner: "o".repeat(2_000),
  has_statistics: true
})

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })("a reader who stops reading", (it) => {
  it.effect(
    "is cut off, while others go on, and comes back by its last id without loss and without an id twice",
    () =>
      Effect.gen(function* () {
        const gateway = yield* makeFakeGateway(many(3))
        const caller = yield* signIn
        const { id } = yield* associate(caller)
        yield* Effect.gen(function* () {
          const snapshots = yield* BucketSnapshots
          const refreshes = yield* BucketRefreshes
          const key = `endpoint:1/owner:${id}`
          const url = `${yield* origin}/api/manager/buckets/stream?context_id=${id}`
          const open = (after?: string) =>
            Effect.acquireRelease(
              Effect.promise(() => EventConnection.open(url, after === undefined ? {} : { "last-event-id": after })),
              (connection) => Effect.sync(() => connection.close())
            )
          const [slow, quick] = [yield* open(), yield* open()]
          yield* Effect.promise(() =>
            Promise.all([slow, quick].map((connection) => connection.received(({ event }) => event === "done")))
          )
          slow.stopReading()

          yield* refreshes.begin(key, "writer", Duration.minutes(1))
          for (let round = 1; round <= 20; round++) {
            yield* refreshes.write(
              key,
              "writer",
              Array.from({ length: 1_000 }, (_, index) => wide(index, round)),
              { processed: round, total: 20, due: true }
            )
          }
          yield* snapshots.drop(key, "bucket-00007")
          yield* refreshes.complete(key, "writer", [])
          yield* Effect.promise(() =>
            quick.received(
              ({ data, event }) => event === "done" && (data as { listing: { version: number } }).listing.version > 20,
              30_000
            )
          )

          slow.startReading()
          assert.strictEqual(yield* Effect.promise(() => slow.over), "cut")
          assert.isFalse(quick.closed)
          const back = yield* open(slow.lastId)
          yield* Effect.promise(() => back.received(({ event }) => event === "done", 30_000))
          const { items } = yield* (yield* BucketListings).page(key, {})
          for (const frames of [[...slow.frames, ...back.frames], quick.frames]) {
            const model = new ListingModel()
            for (const frame of frames) model.read(frame)
            assert.isTrue(model.idsGrow, "no id comes twice")
            assert.deepStrictEqual(model.sorted, items)
          }
          assert.isFalse(back.frames[0]?.event === "result", "what it has is not sent again")
        }).pipe(Effect.scoped, Effect.provide(served(gateway, caller)))
      }),
    120_000
  )
})
