import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Layer, Schedule, Stream } from "effect"
import { TestRunner } from "effect/cluster"
import { Gateways } from "#layers/compose/Gateways.ts"
import * as BucketSnapshotsSql from "#layers/sql/buckets/BucketSnapshotsSql.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import type { SandboxGateway } from "#sandbox/Sandbox.ts"
import { BucketListingActor } from "#streams/listings/BucketListingActor.ts"
import { BucketListingsShared } from "#streams/listings/BucketListingsShared.ts"
import { refreshBuckets } from "#streams/listings/refreshBuckets.ts"
import { adminTarget, freshUser, s3With } from "../../gateway/contract/adminGateway.ts"
import { freshBucket } from "../../gateway/contract/s3Gateway.ts"
import { freshSandbox } from "../../layers/sandbox/support.ts"
import { anyIntent } from "../../support/anyIntent.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { watchListing } from "../../support/watchListing.ts"
import { TestSettings } from "../../support/testSettings.ts"
import { contextOf } from "./fakeGateway.ts"

const everything = {}

const service = (gateway: SandboxGateway) =>
  BucketListingsShared.pipe(
    Layer.provideMerge(BucketListingActor),
    Layer.provideMerge(BucketSnapshotsSql.layer),
    Layer.provideMerge(LiveEventsSql.layer),
    Layer.provideMerge(
      Layer.mock(ExecutionContexts, {
        forListing: (key) =>
          Effect.succeed({
            ...contextOf(key),
            admin: adminTarget(gateway.url, gateway.admin),
            bucketOwner: { _tag: "All" as const }
          })
      })
    ),
    Layer.provideMerge(Gateways),
    Layer.provideMerge(anyIntent),
    Layer.provide(TestRunner.layer),
    Layer.provideMerge(TestSettings({ listings: { ttl: Duration.minutes(30) } })),
    Layer.fresh
  )

const key = () => `endpoint:1/all:${crypto.randomUUID()}`

const settled = Effect.fnUntraced(function* (listing: string) {
  const snapshots = yield* BucketSnapshots
  return yield* snapshots.state(listing).pipe(
    Effect.repeat({
      schedule: Schedule.spaced("20 millis"),
      until: (state) => !state.refreshing && state.version > 1
    }),
    Effect.timeout("10 seconds")
  )
})

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })(
  "a listing of a whole cluster",
  (it) => {
    it.effect("shows names first, then statistics owner by owner; two tenants' buckets of one name are two rows", () =>
      Effect.gen(function* () {
        const gateway = yield* Effect.orDie(freshSandbox({ seed: true }))
        const target = adminTarget(gateway.url, gateway.admin)
        yield* Effect.gen(function* () {
          const users = yield* Effect.forEach(["", "north", "south"], (tenant) => freshUser(target, { tenant }))
          for (const { key: made } of users) yield* freshBucket(s3With(target, made), "shared-name")
          gateway.faults.inject({ match: { op: "AdminBucketStats" }, effect: { delayMs: 150 } })
          const listing = key()
          const listings = yield* BucketListings
          const events = yield* watchListing(listing, everything).pipe(
            Stream.takeUntil((event) => event.event === "done"),
            Stream.runCollect,
            Effect.timeout("10 seconds")
          )
          const rows = events.filter((event) => event.event === "rows")
          assert.isFalse(
            rows[0]?.data.rows.some(({ has_statistics }) => has_statistics),
            "first come names"
          )
          assert.isAbove(rows.length, 2)
          const page = yield* listings.page(listing, everything)
          const shared = page.items.filter(({ name }) => name === "shared-name")
          assert.deepStrictEqual(
            shared.map(({ owner, tenant }) => `${tenant} ${owner}`).sort(),
            users.map(({ user }) => `${user.uid.split("$").slice(0, -1)[0] ?? ""} ${user.uid}`).sort()
          )
          assert.isTrue(page.items.every(({ has_statistics }) => has_statistics))
          assert.strictEqual(page.listing.state, "complete")
        }).pipe(Effect.scoped, Effect.provide(service(gateway)))
      })
    )

    it.effect("keeps the buckets of an owner that fails, with the statistics that were known, and is complete", () =>
      Effect.gen(function* () {
        const gateway = yield* Effect.orDie(freshSandbox({ seed: true }))
        const target = adminTarget(gateway.url, gateway.admin)
        yield* Effect.gen(function* () {
          const [before, after] = [yield* freshUser(target), yield* freshUser(target)]
          const known = yield* freshBucket(s3With(target, before.key))
          const listing = key()
          yield* refreshBuckets(listing)
          const unknown = yield* freshBucket(s3With(target, after.key))
          for (const { user } of [before, after])
            gateway.faults.inject({ match: { op: "AdminBucketStats", pathIncludes: user.uid }, effect: 500 })
          yield* refreshBuckets(listing)
          const state = yield* settled(listing)
          assert.deepStrictEqual([state.state, state.stale], ["complete", false])
          const snapshots = yield* BucketSnapshots
          assert.deepInclude(yield* snapshots.row(listing, known), { has_statistics: true, object_count: 0 })
          assert.deepInclude(yield* snapshots.row(listing, unknown), { has_statistics: false, object_count: null })
          gateway.faults.inject({ match: { op: "AdminBucketStats" }, effect: 500 })
          yield* refreshBuckets(listing)
          assert.isTrue((yield* settled(listing)).stale, "when no owner tells anything, the refresh has failed")
          gateway.faults.clear()
        }).pipe(Effect.scoped, Effect.provide(service(gateway)))
      })
    )

    it.effect("keeps every row when names or owners cannot be listed; an owner that vanishes costs nobody else", () =>
      Effect.gen(function* () {
        const gateway = yield* Effect.orDie(freshSandbox({ seed: true }))
        const target = adminTarget(gateway.url, gateway.admin)
        yield* Effect.gen(function* () {
          const [stays, vanishes] = [yield* freshUser(target), yield* freshUser(target)]
          const bucket = yield* freshBucket(s3With(target, stays.key))
          const orphan = yield* freshBucket(s3With(target, vanishes.key))
          const [listings, snapshots] = [yield* BucketListings, yield* BucketSnapshots]
          const listing = key()
          yield* refreshBuckets(listing)
          const before = (yield* listings.page(listing, everything)).items
          for (const op of ["AdminBucketList", "AdminMetadataList"]) {
            const fault = gateway.faults.inject({ match: { op }, effect: 500 })
            yield* refreshBuckets(listing)
            const { state, stale } = yield* settled(listing)
            assert.deepStrictEqual([state, stale], ["complete", true], op)
            assert.deepStrictEqual((yield* listings.page(listing, everything)).items, before, op)
            fault.remove()
          }
          for (const op of ["AdminBucketStats", "AdminUserGet"])
            gateway.faults.inject({
              match: { op, pathIncludes: vanishes.user.uid },
              effect: { status: 404, code: "NoSuchUser" }
            })
          yield* refreshBuckets(listing)
          const { state, stale } = yield* settled(listing)
          assert.deepStrictEqual([state, stale], ["complete", false])
          for (const name of [bucket, orphan])
            assert.deepInclude(yield* snapshots.row(listing, name), { has_statistics: true, object_count: 0 })
          gateway.faults.clear()
        }).pipe(Effect.scoped, Effect.provide(service(gateway)))
      })
    )
  }
)
