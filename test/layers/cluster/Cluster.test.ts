import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Ref, Schedule } from "effect"
import { Cluster } from "#layers/cluster/Cluster.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import * as BucketSnapshotsSql from "#layers/sql/buckets/BucketSnapshotsSql.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import { BucketListingActor } from "#streams/listings/BucketListingActor.ts"
import { BucketListingsShared } from "#streams/listings/BucketListingsShared.ts"
import { bucket, type FakeGateway, fakePorts, makeFakeGateway } from "../../streams/listings/fakeGateway.ts"
import { freePort } from "../../support/freePort.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { testSettings, TestSettings } from "../../support/testSettings.ts"

const everything = {}
const { rings } = testSettings()

const replica = (
  gateway: FakeGateway,
  runner: Option.Option<{ readonly host: string; readonly port: number; readonly bind: string }>
) =>
  BucketListingsShared.pipe(
    Layer.provide(BucketListingActor),
    Layer.provide(BucketSnapshotsSql.layer),
    Layer.provide(LiveEventsSql.layer),
    Layer.provide(fakePorts(gateway)),
    Layer.provide(Cluster),
    Layer.provide(TestSettings({ runner, rings })),
    Layer.fresh
  )

const readWhole = (listings: BucketListings["Service"], key: string) =>
  listings
    .page(key, everything)
    .pipe(
      Effect.repeat({ schedule: Schedule.spaced("100 millis"), until: ({ listing }) => listing.state === "complete" }),
      Effect.timeout("30 seconds")
    )

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("the cluster on PostgreSQL", (it) => {
  it.effect(
    "one process by itself runs its actors",
    () =>
      Effect.gen(function* () {
        const gateway = yield* makeFakeGateway([bucket("one"), bucket("two")])
        const page = yield* Effect.flatMap(BucketListings, (listings) =>
          readWhole(listings, "endpoint:1/owner:alone")
        ).pipe(Effect.provide(replica(gateway, Option.none())))
        assert.strictEqual(page.total, 2)
      }),
    60_000
  )

  it.effect(
    "two replicas that know each other run one refresh for a listing that both are asked for",
    () =>
      Effect.gen(function* () {
        const gateway = yield* makeFakeGateway([bucket("one"), bucket("two"), bucket("three")])
        const [one, other] = yield* Effect.promise(() => Promise.all([freePort(), freePort()]))
        const at = (port: number) => replica(gateway, Option.some({ host: "127.0.0.1", port, bind: "127.0.0.1" }))
        const replicas = yield* Effect.all(
          [one, other].map((port) => Effect.map(Layer.build(at(port)), Context.get(BucketListings))),
          { concurrency: 2 }
        )
        yield* Effect.sleep("4 seconds")
        const keys = Array.from({ length: 6 }, (_, index) => `endpoint:1/owner:both-${index}`)
        const pages = yield* Effect.all(
          keys.flatMap((key) => replicas.map((listings) => readWhole(listings, key))),
          { concurrency: "unbounded" }
        )
        assert.isTrue(pages.every(({ total }) => total === 3))
        assert.deepStrictEqual(yield* Ref.get(gateway.calls), { names: keys.length, statistics: keys.length })
      }),
    60_000
  )
})
